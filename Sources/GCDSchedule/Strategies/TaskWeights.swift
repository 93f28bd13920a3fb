// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How many operations each task still has to do, with all that only it can bring about.
///
/// Counts are those of the measured run; a task that it did not have counts for one. The operations of a task
/// that has not been made belong to its creator; those of a block that has not begun, to the one that of its
/// serial queue runs. Tables are indexed by task, chains as in `ChainStrategy`.
struct TaskWeights {
  /// Operations of a task itself, and with its descendants; by index in the census.
  private var own: [Int64] = []
  private var total: [Int64] = []
  /// The object for which `own` and `total` were counted.
  private var counted: UInt32 = 0
  /// Per task of this run: what is left of its own, and of descendants that have not been made.
  private var left = TaskTable()
  private var unmade = TaskTable()
  /// Per chain: what blocks have to do that have not begun.
  private var behind = TaskTable()
  /// Per task: its chain as in `ChainStrategy`, if that is a queue; else 0.
  private var chains = TaskTable()
  /// Tasks below this id are in the tables.
  private var seen = 1

  func free() {
    left.free()
    unmade.free()
    behind.free()
    chains.free()
  }

  /// Begins a run; `object` = count only operations on that object, 0 = all.
  mutating func begin(_ census: AccessProfile, object: UInt32) {
    left.removeAll()
    unmade.removeAll()
    behind.removeAll()
    chains.removeAll()
    seen = 1
    if counted == object, own.count == census.members.count { return }
    counted = object
    let count = census.members.count
    if own.count != count {
      own = Array(repeating: 0, count: count)
      total = own
    }
    for index in 0..<count { own[index] = object == 0 ? Int64(census.members[index].operations) : 0 }
    if object != 0 {
      for access in census.accesses where access.object == object {
        own[access.member] = Int64(access.count)
      }
    }
    for index in 0..<count { total[index] = own[index] }
    var index = count - 1
    while index >= 0 {
      let creator = census.members[index].creator
      if creator >= 0 { total[creator] += total[index] }
      index -= 1
    }
  }

  /// Takes in the tasks that were made since the last call.
  @inline(__always)
  mutating func update(_ view: TaskView, _ census: AccessProfile) {
    if seen < view.count { adopt(view, census) }
  }

  private mutating func adopt(_ view: TaskView, _ census: AccessProfile) {
    while seen < view.count {
      let task = TaskID(UInt32(seen))
      let member = census.index(of: view.stableID(of: task), guess: seen)
      let ownCount = member >= 0 ? own[member] : 1
      let totalCount = member >= 0 ? total[member] : 1
      left.set(seen, ownCount)
      unmade.set(seen, totalCount &- ownCount)
      let creator = Int(view.creator(of: task).rawValue)
      if creator > 0, creator < seen, member >= 0 {
        unmade.set(creator, max(0, unmade.value(creator) &- totalCount))
      }
      let chain = ChainStrategy.chain(task, view)
      if chain & 1 == 1 {
        chains.set(seen, Int64(chain))
        if view.announced(by: task) == 0 { behind.set(chain, behind.value(chain) &+ totalCount) }
      }
      seen &+= 1
    }
  }

  /// The weight of a candidate, at least 1.
  @inline(__always)
  func weight(_ task: TaskID, _ view: TaskView) -> Int64 {
    let index = Int(task.rawValue)
    if index >= left.used { return 1 }
    var weight = left.numbers[index]
    if index < unmade.used { weight &+= unmade.numbers[index] }
    if index < chains.used, chains.numbers[index] != 0 {
      let rest = behind.value(Int(chains.numbers[index]))
      // Of a block that has not begun, what it has to do is there already.
      weight = view.operation(of: task).pointee.kind == .begin ? rest : weight &+ rest
    }
    return weight > 1 ? weight : 1
  }

  /// A task has done something that counts, or has begun.
  mutating func executed(_ task: TaskID, counts: Bool, hasBegun: Bool) {
    let index = Int(task.rawValue)
    if hasBegun, index < chains.used, chains.numbers[index] != 0 {
      let chain = Int(chains.numbers[index])
      behind.set(chain, max(0, behind.value(chain) &- left.value(index) &- unmade.value(index)))
    }
    if counts, index < left.used, left.numbers[index] > 0 { left.set(index, left.numbers[index] &- 1) }
  }
}
