// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The baseline order with a set of detours; and the detours that any other order makes.
struct DetourOrder {
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

  private var detours: [Key: UInt64] = [:]
  /// How often each event was the baseline's choice in this run.
  private var visits: [Event: Int] = [:]
  private var effects = 0
  /// Where the task of a detour cannot go on, another one does.
  private var holdsBack = false
  /// Decides instead of the detours.
  private var excerpt: ExcerptOrder?
  /// The detours that the current run has made, in order: of another order while that is taken down, else
  /// those of the set that it came to and could take.
  private(set) var made: [Detour] = []
  /// Of an order that is taken down.
  private(set) var waits = DetourWaits()
  /// All choices of an order that is taken down.
  private(set) var whole = ScheduleExcerpt()

  mutating func begin(_ detours: [Detour], holding: Bool = false) {
    holdsBack = holding
    self.detours.removeAll(keepingCapacity: true)
    for detour in detours {
      let key =
        detour.isEffect
        ? Key(effect: detour.operation)
        : Key(Event(task: detour.task, operation: detour.operation), visit: detour.visit)
      self.detours[key] = detour.instead
    }
    visits.removeAll(keepingCapacity: true)
    effects = 0
    made.removeAll(keepingCapacity: true)
    waits = DetourWaits()
    whole = ScheduleExcerpt()
    excerpt = nil
  }

  mutating func begin(_ excerpt: ScheduleExcerpt) {
    begin([])
    self.excerpt = ExcerptOrder(excerpt)
  }

  /// The candidate that goes on; the baseline's where the detour's task cannot.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    if let chosen = excerpt?.next(candidates, count, baseline: baseline, view: view) {
      record(candidates, chosen: chosen, baseline: baseline, view: view)
      return chosen
    }
    let event = DetourOrder.event(candidates[baseline], view)
    let key = Key(event, visit: visit(event))
    guard let instead = detours[key] else { return baseline }
    for index in 0..<count where view.stableID(of: candidates[index]) == instead {
      if index != baseline {
        made.append(DetourOrder.detour(event, visit: key.visit, instead: instead))
      }
      return index
    }
    if holdsBack, let index = DetourOrder.other(candidates, count, than: baseline) {
      let instead = view.stableID(of: candidates[index])
      made.append(DetourOrder.detour(event, visit: key.visit, instead: instead))
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
    let way = detours[Key(effect: effects)] ?? 0
    if way == 0 || way >= UInt64(count) { return 0 }
    made.append(DetourOrder.effect(effects, way: way))
    return Int(way)
  }

  /// Takes down a choice that another order has made.
  mutating func record(
    _ candidates: UnsafePointer<TaskID>, chosen: Int, baseline: Int, view: TaskView
  ) {
    let event = DetourOrder.event(candidates[baseline], view)
    let visit = visit(event)
    let taken = DetourOrder.event(candidates[chosen], view)
    waits.goesOn(taken.task, operation: taken.operation)
    whole.goesOn(taken.task, operation: taken.operation)
    if chosen == baseline { return }
    let detour = DetourOrder.detour(event, visit: visit, instead: taken.task)
    made.append(detour)
    whole.add(event.task)
    waits.passesOver(detour)
  }

  /// Takes down which way an operation has gone.
  mutating func recordEffect(_ way: Int) {
    whole.goes(UInt64(way))
    if way != 0 { made.append(DetourOrder.effect(effects, way: UInt64(way))) }
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

  private static func detour(_ event: Event, visit: Int, instead: UInt64) -> Detour {
    Detour(task: event.task, operation: event.operation, visit: visit, instead: instead, isEffect: false)
  }

  private static func effect(_ number: Int, way: UInt64) -> Detour {
    Detour(task: 0, operation: number, visit: 0, instead: way, isEffect: true)
  }
}
