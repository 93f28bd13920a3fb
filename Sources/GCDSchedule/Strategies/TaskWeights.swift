// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How many operations each task still has to do, with all that only it can bring about.
///
/// Counts are those of the measured run; a task that it did not have counts for one. The operations of a task
/// that has not been made belong to its creator; those of a block that has not begun, to whoever of its
/// serial queue runs. Tables are indexed by task, chains as in `ChainOrder`.
struct TaskWeights {
  /// Operations of a task itself, and with its descendants; by index in the census.
  private var own: [Int64] = []
  private var total: [Int64] = []
  /// Per task of this run: what is left of its own, and of descendants that have not been made.
  private var left = TaskTable()
  private var unmade = TaskTable()
  /// Per chain: what blocks have to do that have not begun.
  private var behind = TaskTable()
  /// Tasks below this id are in the tables.
  private var seen = 1

  func free() {
    left.free()
    unmade.free()
    behind.free()
  }

  /// Begins a run; `object` = count only operations on that object, 0 = all.
  mutating func begin(_ census: RunCensus, object: UInt32) {
    left.removeAll()
    unmade.removeAll()
    behind.removeAll()
    seen = 1
    if own.count != census.members.count || object != 0 {
      own = Array(repeating: 0, count: census.members.count)
    }
    if object == 0 {
      for index in own.indices { own[index] = Int64(census.members[index].operations) }
    } else {
      for access in census.accesses where access.object == object {
        own[access.member] = Int64(access.count)
      }
    }
    total = own
    for index in census.members.indices.reversed() {
      let creator = census.members[index].creator
      if creator >= 0 { total[creator] += total[index] }
    }
  }

  /// Takes in the tasks that were made since the last call.
  @inline(__always)
  mutating func update(_ view: TaskView, _ census: RunCensus) {
    if seen < view.count { adopt(view, census) }
  }

  private mutating func adopt(_ view: TaskView, _ census: RunCensus) {
    while seen < view.count {
      let task = TaskID(UInt32(seen))
      let member = census.index(of: view.stableID(of: task))
      let ownCount = member.map { own[$0] } ?? 1
      let totalCount = member.map { total[$0] } ?? 1
      left.set(seen, ownCount)
      unmade.set(seen, totalCount &- ownCount)
      let creator = Int(view.creator(of: task).rawValue)
      if creator > 0, creator < seen, member != nil {
        unmade.set(creator, max(0, unmade.value(creator) &- totalCount))
      }
      if view.chain(of: task) != 0, view.announced(by: task) == 0 {
        let chain = ChainOrder.chain(task, view)
        behind.set(chain, behind.value(chain) &+ totalCount)
      }
      seen &+= 1
    }
  }

  /// The weight of a candidate, at least 0.
  @inline(__always)
  func weight(_ task: TaskID, _ view: TaskView) -> Int64 {
    let index = Int(task.rawValue)
    var weight = left.value(index) &+ unmade.value(index)
    if view.chain(of: task) != 0 {
      weight &+= behind.value(ChainOrder.chain(task, view))
      // Counted behind the chain already.
      if view.operation(of: task).pointee.kind == .begin {
        weight &-= left.value(index) &+ unmade.value(index)
      }
    }
    return weight > 0 ? weight : 0
  }

  /// A task has done something that counts, or has begun.
  mutating func executed(_ task: TaskID, counts: Bool, hasBegun: Bool, chain: Int) {
    let index = Int(task.rawValue)
    if hasBegun, chain & 1 == 1 {
      behind.set(chain, max(0, behind.value(chain) &- left.value(index) &- unmade.value(index)))
    }
    if counts { left.set(index, max(0, left.value(index) &- 1)) }
  }
}
