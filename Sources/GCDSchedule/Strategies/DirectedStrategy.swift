// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Partial order sampling that leads the tasks of a pattern to their places and holds them there until all
/// have come.
///
/// The second phase of Joshi, Park, Sen, Naik: A Randomized Dynamic Program Analysis Technique for Detecting
/// Real Deadlocks, PLDI 2009 (DeadlockFuzzer). Deviations: a place is one operation of one task and no place
/// of the program; a task that waits for a lock at its place has come there too. Where only held tasks could
/// continue, time passes if it may, since a timer may lead another task to its place; else one that is drawn
/// continues. When one has passed its place, nothing is held any more.
struct DirectedStrategy {
  private struct Place {
    var stableID: UInt64
    var ordinal: Int64
    var goesFirst: Bool
    /// `.none` until the task exists.
    var task: TaskID
    var hasPassed: Bool
  }

  private var background = PartialOrderSampling()
  /// Of each task of the pattern, 1 + its index in `places`.
  private var placeOf = TaskTable()
  /// Requests that each task has made.
  private var requests = TaskTable()
  private var places: [Place] = []
  /// Tasks below were looked at.
  private var looked = 0
  private var holds = false
  /// Those that go first and have not gone.
  private var firstLeft = 0
  /// All tasks have been at their places at once.
  private(set) var wasMet = false

  func free() {
    background.free()
    placeOf.free()
    requests.free()
  }

  mutating func begin(_ pattern: DeadlockPattern, seed: UInt64) {
    background.begin(seed: seed)
    placeOf.removeAll()
    requests.removeAll()
    places = pattern.places.map {
      Place(
        stableID: $0.stableID, ordinal: Int64($0.ordinal), goesFirst: $0.goesFirst, task: .none,
        hasPassed: false)
    }
    firstLeft = places.filter(\.goesFirst).count
    looked = 0
    holds = true
    wasMet = false
  }

  /// The index of the candidate that continues; the clock only where all others are held.
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, view: TaskView) -> Int {
    if holds { findTasks(view) }
    if holds, !wasMet, places.allSatisfy({ stands(at: $0, view) }) { wasMet = true }
    var best = -1
    var bestPriority = Int64.min
    var clock = -1
    var index = 0
    while index < count {
      let task = candidates[index]
      if task == .clock {
        clock = index
      } else if !isHeld(task, view) {
        let priority = background.priority(task, view)
        if priority > bestPriority {
          bestPriority = priority
          best = index
        }
      }
      index &+= 1
    }
    if best < 0, holds, !wasMet { best = clock }
    if best < 0 { best = background.next(candidates, count, view: view) }
    background.settle(candidates, count, chosen: best, view: view)
    return best
  }

  private mutating func findTasks(_ view: TaskView) {
    while looked < view.count {
      let stableID = view.stableID(of: TaskID(UInt32(looked)))
      for index in places.indices where places[index].stableID == stableID {
        places[index].task = TaskID(UInt32(looked))
        placeOf.set(looked, Int64(index &+ 1))
      }
      looked &+= 1
    }
  }

  private func stands(at place: Place, _ view: TaskView) -> Bool {
    place.task != .none && requests.value(Int(place.task.rawValue)) == place.ordinal
      && view.operation(of: place.task).pointee.kind.isRequest
  }

  private func isHeld(_ task: TaskID, _ view: TaskView) -> Bool {
    if !holds { return false }
    let index = Int(placeOf.value(Int(task.rawValue))) &- 1
    if index < 0 || places[index].hasPassed { return false }
    if wasMet { return firstLeft > 0 && !places[index].goesFirst }
    return stands(at: places[index], view)
  }

  /// A task has made a step.
  mutating func executed(_ task: TaskID, _ operation: Operation) {
    if !operation.kind.isRequest { return }
    let number = Int(task.rawValue)
    let made = requests.value(number)
    requests.set(number, made &+ 1)
    let index = Int(placeOf.value(number)) &- 1
    if index < 0 || places[index].ordinal != made || places[index].hasPassed { return }
    places[index].hasPassed = true
    if places[index].goesFirst { firstLeft &-= 1 }
    if !wasMet { holds = false }
  }

  mutating func demote(_ task: TaskID) { background.demote(task) }
}
