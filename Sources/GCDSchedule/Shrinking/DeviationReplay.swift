// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The baseline order with a set of deviations; and the deviations that any other order makes.
struct DeviationReplay {
  private struct Event: Hashable {
    var task: UInt64
    var operation: Int
  }

  private struct Key: Hashable {
    var event: Event
    var visit: Int
    var isEffect: Bool

    init(_ event: Event, visit: Int) {
      self.event = event
      self.visit = visit
      isEffect = false
    }

    init(effect number: Int) {
      event = Event(task: 0, operation: number)
      visit = 0
      isEffect = true
    }
  }

  private var deviations: [Key: UInt64] = [:]
  /// How often each event was the baseline's choice in this run.
  private var visits: [Event: Int] = [:]
  private var effects = 0
  /// Where the task of a deviation cannot continue, another one does.
  private var holdsBack = false
  /// Decides instead of the deviations.
  private var excerpt: PartialReplay?
  /// The deviations that the current run has made, in order: of another order while that is taken down, else
  /// those of the set that it came to and could take.
  private(set) var made: [StableDeviation] = []
  /// Of an order that is taken down.
  private(set) var waits = DelayRanking()
  /// All choices of an order that is taken down.
  private(set) var whole = PartialSchedule()

  mutating func begin(_ deviations: [StableDeviation], holding: Bool = false) {
    holdsBack = holding
    self.deviations.removeAll(keepingCapacity: true)
    for deviation in deviations {
      let key =
        deviation.isEffect
        ? Key(effect: deviation.operation)
        : Key(Event(task: deviation.task, operation: deviation.operation), visit: deviation.visit)
      self.deviations[key] = deviation.instead
    }
    visits.removeAll(keepingCapacity: true)
    effects = 0
    made.removeAll(keepingCapacity: true)
    waits = DelayRanking()
    whole = PartialSchedule()
    excerpt = nil
  }

  mutating func begin(_ excerpt: PartialSchedule) {
    begin([])
    self.excerpt = PartialReplay(excerpt)
  }

  /// The candidate that continues; the baseline's where the deviation's task cannot.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    if let chosen = excerpt?.next(candidates, count, baseline: baseline, view: view) {
      record(candidates, chosen: chosen, baseline: baseline, view: view)
      return chosen
    }
    let event = DeviationReplay.event(candidates[baseline], view)
    let key = Key(event, visit: visit(event))
    guard let instead = deviations[key] else { return baseline }
    for index in 0..<count where view.stableID(of: candidates[index]) == instead {
      if index != baseline {
        made.append(DeviationReplay.deviation(event, visit: key.visit, instead: instead))
      }
      return index
    }
    if holdsBack, let index = DeviationReplay.other(candidates, count, than: baseline) {
      let instead = view.stableID(of: candidates[index])
      made.append(DeviationReplay.deviation(event, visit: key.visit, instead: instead))
      return index
    }
    return baseline
  }

  /// The candidate that was made first, but for one and the clock.
  private static func other(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, than passedOver: Int
  ) -> Int? {
    (0..<count).filter { $0 != passedOver && candidates[$0] != .clock }
      .min { candidates[$0].rawValue < candidates[$1].rawValue }
  }

  mutating func choose(_ count: Int) -> Int {
    if let way = excerpt?.choose(count) {
      recordEffect(way)
      return way
    }
    defer { effects += 1 }
    let way = deviations[Key(effect: effects)] ?? 0
    if way == 0 || way >= UInt64(count) { return 0 }
    made.append(DeviationReplay.effect(effects, way: way))
    return Int(way)
  }

  /// Takes down a choice that another order has made.
  mutating func record(
    _ candidates: UnsafePointer<TaskID>, chosen: Int, baseline: Int, view: TaskView
  ) {
    let event = DeviationReplay.event(candidates[baseline], view)
    let visit = visit(event)
    let taken = DeviationReplay.event(candidates[chosen], view)
    waits.goesOn(taken.task, operation: taken.operation)
    whole.goesOn(taken.task, operation: taken.operation)
    if chosen == baseline { return }
    let deviation = DeviationReplay.deviation(event, visit: visit, instead: taken.task)
    made.append(deviation)
    whole.add(event.task)
    waits.passesOver(deviation)
  }

  /// Takes down which way an operation has gone.
  mutating func recordEffect(_ way: Int) {
    whole.goes(UInt64(way))
    if way != 0 { made.append(DeviationReplay.effect(effects, way: UInt64(way))) }
    effects += 1
  }

  private mutating func visit(_ event: Event) -> Int {
    let visit = visits[event] ?? 0
    visits[event] = visit + 1
    return visit
  }

  private static func event(_ task: TaskID, _ view: TaskView) -> Event {
    Event(task: view.stableID(of: task), operation: Int(view.announced(by: task)))
  }

  private static func deviation(_ event: Event, visit: Int, instead: UInt64) -> StableDeviation {
    StableDeviation(
      task: event.task, operation: event.operation, visit: visit, instead: instead, isEffect: false)
  }

  private static func effect(_ number: Int, way: UInt64) -> StableDeviation {
    StableDeviation(task: 0, operation: number, visit: 0, instead: way, isEffect: true)
  }
}
