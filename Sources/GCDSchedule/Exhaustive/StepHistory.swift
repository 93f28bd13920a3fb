// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The steps of one run with vector clocks: which of them came before which for a reason.
struct StepHistory {
  private var numbers: [UInt64: Int] = [:]
  private var ids: [UInt64] = []
  /// By step: its task.
  private var owners: [Int] = []
  /// By step, one number for each task: the last step of that task, counted from 1, that came before; its own
  /// included.
  private var clocks: [[Int32]] = []
  /// By task: what its next step comes after for certain.
  private var pasts: [[Int32]] = []
  private var uses: [UInt64: [Use]] = [:]
  private var totals: [Int] = []
  private var footprints: [Footprint] = []

  private struct Use {
    var step: Int
    var mode: Access.Mode
  }

  var taskCount: Int { ids.count }

  /// The number of a task; tasks are numbered before the first step is appended.
  @discardableResult
  mutating func number(_ task: UInt64) -> Int {
    if let number = numbers[task] { return number }
    numbers[task] = ids.count
    ids.append(task)
    return ids.count - 1
  }

  func id(_ task: Int) -> UInt64 { ids[task] }

  func task(of step: Int) -> Int { owners[step] }

  /// Whether a step came before another one for a reason; true for equal ones.
  func precedes(_ earlier: Int, _ later: Int) -> Bool {
    clocks[later][owners[earlier]] >= Int32(earlier + 1)
  }

  /// Whether the next step of `task` comes after `step` for certain.
  private func isPast(_ step: Int, for task: Int) -> Bool {
    task < pasts.count && pasts[task][owners[step]] >= Int32(step + 1)
  }

  /// Whether a next step of `task` with that footprint would come after `step` for a reason.
  func isBehind(_ task: Int, _ footprint: Footprint, _ step: Int) -> Bool {
    if isPast(step, for: task) { return true }
    for other in step..<owners.count where footprints[other].conflicts(with: footprint) {
      if precedes(step, other) { return true }
    }
    return false
  }

  /// Steps of others that conflict with a next step of `task` and do not come before it for certain, the last
  /// one first.
  func conflicts(of task: Int, _ footprint: Footprint) -> [Int] {
    var found: Set<Int> = []
    func note(_ step: Int) { if owners[step] != task, !isPast(step, for: task) { found.insert(step) } }
    if footprint.isTotal {
      for step in owners.indices { note(step) }
    } else {
      for step in totals { note(step) }
      for access in footprint.accesses {
        for use in (uses[access.resource] ?? []).reversed()
        where access.mode == .write || access.mode != use.mode {
          if use.mode == .write, isPast(use.step, for: task) { break }
          note(use.step)
        }
      }
    }
    return found.sorted(by: >)
  }

  mutating func append(_ task: Int, _ footprint: Footprint, _ caused: [UInt64]) {
    while pasts.count < ids.count { pasts.append([Int32](repeating: 0, count: ids.count)) }
    let step = owners.count
    var clock = pasts[task]
    func join(_ other: [Int32]) {
      for index in clock.indices where other[index] > clock[index] { clock[index] = other[index] }
    }
    if footprint.isTotal {
      for other in 0..<step { join(clocks[other]) }
      totals.append(step)
    } else {
      if let total = totals.last { join(clocks[total]) }
      for access in footprint.accesses {
        for use in (uses[access.resource] ?? []).reversed()
        where access.mode == .write || access.mode != use.mode {
          join(clocks[use.step])
          if use.mode == .write { break }
        }
      }
    }
    clock[task] = Int32(step + 1)
    owners.append(task)
    clocks.append(clock)
    footprints.append(footprint)
    for access in footprint.accesses {
      uses[access.resource, default: []].append(Use(step: step, mode: access.mode))
    }
    pasts[task] = clock
    for id in caused {
      guard let other = numbers[id] else { continue }
      for index in clock.indices where clock[index] > pasts[other][index] {
        pasts[other][index] = clock[index]
      }
    }
  }
}
