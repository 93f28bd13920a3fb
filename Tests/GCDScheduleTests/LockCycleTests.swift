// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

/// Which requests of a run are taken for a possible deadlock.
@Suite struct LockCycleTests {
  @Test func twoTasksInOppositeOrders() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [lock(0), lock(1)])
    section(&order, 2, [lock(1), lock(0)])
    let cycles = search(order)
    #expect(cycles.map { $0.requests.map(\.task.rawValue) } == [[1, 2]])
    #expect(cycles.map { $0.requests.map(\.ordinal) } == [[1, 1]])
  }

  @Test func oneTaskIsNoCycle() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [lock(0), lock(1)])
    section(&order, 1, [lock(1), lock(0)])
    #expect(search(order).isEmpty)
  }

  @Test func aGateLockKeepsThemApart() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [lock(9), lock(0), lock(1)])
    section(&order, 2, [lock(9), lock(1), lock(0)])
    #expect(search(order).isEmpty)
  }

  @Test func aSharedGateDoesNot() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [shared(9), lock(0), lock(1)])
    section(&order, 2, [shared(9), lock(1), lock(0)])
    #expect(search(order).count == 1)
  }

  @Test func requestsInOrderAreNone() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [lock(0), lock(1)])
    section(&order, 2, [lock(1), lock(0)])
    #expect(search(order) { _, _ in true }.isEmpty)
  }

  @Test func fiveInACircleAreOneCycle() {
    var order = LockOrder(tasks: 8)
    for index in 0..<5 { section(&order, UInt32(index + 1), [lock(index), lock((index + 1) % 5)]) }
    #expect(search(order).map(\.requests.count) == [5])
  }

  @Test func readersNeedSomebodyInBetween() {
    var order = LockOrder(tasks: 4)
    section(&order, 1, [shared(0), shared(0)])
    #expect(search(order).isEmpty)
    order.countRequest(TaskID(2))
    order.request(TaskID(2), [lock(0)], step: 50, isExclusion: true)
    let cycles = search(order)
    #expect(cycles.map(\.requests.count) == [1])
    #expect(cycles.first?.exclusion?.task == TaskID(2))
  }

  @Test func permitsAreExhaustedByThoseWhoHoldThemAll() {
    let permits = LockUse(ObjectID(.semaphore, 0), isShared: true)
    for tasks in 1...3 {
      var order = LockOrder(tasks: 8)
      for task in 1...tasks { section(&order, UInt32(task), [permits, permits]) }
      let cycles = search(order, capacities: [permits.lock: 2])
      #expect(cycles.map(\.requests.count) == (tasks < 2 ? [] : [2]))
    }
  }

  @Test func whatAnotherTaskGivesBackIsNoLock() {
    var order = LockOrder(tasks: 4)
    let event = LockUse(ObjectID(.semaphore, 0))
    section(&order, 1, [lock(0), event])
    section(&order, 2, [event, lock(0)])
    #expect(search(order).count == 1)
    order.giveBack(TaskID(3), ObjectID(.semaphore, 0))
    #expect(search(order).isEmpty)
  }

  @Test func aSyncGivesBackWhatItTookAndNoMore() {
    var order = LockOrder(tasks: 4)
    let task = TaskID(1)
    order.beginSync(task, [LockUse(ObjectID(.queue, 1))])
    order.take(task, lock(0))
    order.beginSync(task, [LockUse(ObjectID(.queue, 2))])
    order.endSync(task)
    order.endSync(task)
    #expect(order.held(by: task) == [lock(0)])
    order.end(task)
    #expect(!order.holds(task))
  }

  /// However many tasks do the same, the search is bounded.
  @Test func manyAlikeAreFewCycles() {
    var order = LockOrder(tasks: 400)
    for task in 1..<400 {
      let first = task % 12
      section(&order, UInt32(task), [lock(first), lock((first + 1) % 12)])
      section(&order, UInt32(task), [lock(first), lock((first + 5) % 12)])
    }
    let cycles = search(order)
    #expect(!cycles.isEmpty && cycles.count <= 24)
    #expect(cycles.map(\.requests.count) == cycles.map(\.requests.count).sorted())
  }

  private func lock(_ index: Int) -> LockUse { LockUse(ObjectID(.lock, index)) }

  private func shared(_ index: Int) -> LockUse { LockUse(ObjectID(.lock, index), isShared: true) }

  /// A task takes the locks one inside the other and gives them all back.
  private func section(_ order: inout LockOrder, _ number: UInt32, _ uses: [LockUse]) {
    let task = TaskID(number)
    for (depth, use) in uses.enumerated() {
      order.countRequest(task)
      order.request(task, [use], step: Int(number) * 10 + depth)
      order.take(task, use)
    }
    for use in uses.reversed() { order.giveBack(task, ObjectID(rawValue: use.lock)) }
  }

  private func search(
    _ order: LockOrder, capacities: [UInt32: Int] = [:],
    isOrdered: @escaping (LockRequest, LockRequest) -> Bool = { _, _ in false }
  ) -> [LockCycles.Cycle] {
    var cycles = LockCycles(order, capacities: capacities, isOrdered: isOrdered)
    return cycles.search()
  }
}
