// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The baseline order with a set of detours; and the detours that any other order makes.
struct DetourOrder {
  private struct Key: Hashable {
    var event: UInt64
    var visit: Int
    var isEffect: Bool
  }

  private var detours: [Key: UInt64] = [:]
  /// How often each event was the baseline's choice in this run.
  private var visits: [UInt64: Int] = [:]
  private var effects = 0
  /// The detours that the current run has made, in order: of another order while that is taken down, else
  /// those of the set that it came to and could take.
  private(set) var made: [Detour] = []

  mutating func begin(_ detours: [Detour]) {
    self.detours.removeAll(keepingCapacity: true)
    for detour in detours {
      self.detours[Key(event: detour.event, visit: detour.visit, isEffect: detour.isEffect)] = detour.instead
    }
    visits.removeAll(keepingCapacity: true)
    effects = 0
    made.removeAll(keepingCapacity: true)
  }

  /// The candidate that goes on; the baseline's where the detour's task cannot.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    let event = DetourOrder.event(candidates[baseline], view)
    let key = Key(event: event, visit: visit(event), isEffect: false)
    guard let instead = detours[key] else { return baseline }
    for index in 0..<count where view.stableID(of: candidates[index]) == instead {
      if index != baseline {
        made.append(Detour(event: event, visit: key.visit, instead: instead, isEffect: false))
      }
      return index
    }
    return baseline
  }

  mutating func choose(_ count: Int) -> Int {
    defer { effects += 1 }
    let way = detours[Key(event: UInt64(effects), visit: 0, isEffect: true)] ?? 0
    if way == 0 || way >= UInt64(count) { return 0 }
    made.append(Detour(event: UInt64(effects), visit: 0, instead: way, isEffect: true))
    return Int(way)
  }

  /// Takes down a choice that another order has made.
  mutating func record(
    _ candidates: UnsafePointer<TaskID>, chosen: Int, baseline: Int, view: TaskView
  ) {
    let event = DetourOrder.event(candidates[baseline], view)
    let visit = visit(event)
    if chosen == baseline { return }
    made.append(
      Detour(
        event: event, visit: visit, instead: view.stableID(of: candidates[chosen]), isEffect: false))
  }

  /// Takes down which way an operation has gone.
  mutating func recordEffect(_ way: Int) {
    if way != 0 {
      made.append(Detour(event: UInt64(effects), visit: 0, instead: UInt64(way), isEffect: true))
    }
    effects += 1
  }

  private mutating func visit(_ event: UInt64) -> Int {
    let visit = visits[event] ?? 0
    visits[event] = visit + 1
    return visit
  }

  private static func event(_ task: TaskID, _ view: TaskView) -> UInt64 {
    fold(view.stableID(of: task), UInt64(view.announced(by: task)))
  }
}
