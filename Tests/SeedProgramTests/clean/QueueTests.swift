// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Queues that do what they should, in every schedule.
@Suite struct QueueTests {
  @Test func p22SerialQueueAsALock() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.store")
      let store = Shared([Int]())
      let group = DispatchGroup()
      for writer in 0..<2 {
        DispatchQueue.global().async(group: group) {
          for step in 0..<3 { queue.async { store.value.append(writer * 10 + step) } }
        }
      }
      group.wait()
      let seen = queue.sync { store.value }
      try require(seen.filter { $0 < 10 } == [0, 1, 2] && seen.filter { $0 >= 10 } == [10, 11, 12])
    }
  }

  @Test func p26SerialQueueIsFIFOAndMainIsAnywhere() {
    var positions: Set<Int> = []
    expectClean(schedules: 1_000) {
      let queue = DispatchQueue(label: "com.acme.serial")
      let log = DispatchQueue(label: "com.acme.log")
      let order = Shared([String]())
      for index in 0..<3 { queue.async { log.sync { order.note("\(index)") } } }
      log.sync { order.note("main") }
      queue.sync {}
      try require(order.value.filter { $0 != "main" } == ["0", "1", "2"])
      positions.insert(order.value.firstIndex(of: "main")!)
    }
    #expect(positions == [0, 1, 2, 3])
  }

  @Test func p27ConcurrentQueueInAnyOrder() {
    var orders: Set<[Int]> = []
    expectClean(schedules: 1_000) {
      let queue = DispatchQueue(label: "com.acme.concurrent", attributes: .concurrent)
      let order = Shared([Int]())
      for index in 0..<3 { queue.async { order.value.append(index) } }
      queue.sync(flags: .barrier) {}
      orders.insert(order.value)
    }
    #expect(orders.count == 6)
  }

  @Test func p28SyncsRunInOrderOnTheCaller() {
    expectClean {
      let order = Shared([Int]())
      let serial = DispatchQueue(label: "com.acme.serial")
      let concurrent = DispatchQueue(label: "com.acme.concurrent", attributes: .concurrent)
      for index in 0..<3 { serial.sync { order.value.append(index) } }
      for index in 3..<6 { concurrent.sync { order.value.append(index) } }
      try require(order.value == [0, 1, 2, 3, 4, 5])
    }
  }

  @Test func p29BarrierBetweenTwoWavesOfReaders() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.readers", attributes: .concurrent)
      let log = Shared([String]())
      for _ in 0..<2 { queue.async { log.note("before") } }
      queue.async(flags: .barrier) { log.note("barrier") }
      for _ in 0..<2 { queue.async { log.note("after") } }
      queue.sync(flags: .barrier) {}
      try require(log.value == ["before", "before", "barrier", "after", "after"])
    }
  }

  @Test func p37SyncAndAsyncInsideABlockOfAConcurrentQueue() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.images", attributes: .concurrent)
      let shown = DispatchSemaphore(value: 0)
      queue.async {
        queue.sync {}
        queue.async { shown.signal() }
      }
      shown.wait()
    }
  }

  @Test func p41SyncInAnotherSerialQueue() {
    expectClean {
      let a = DispatchQueue(label: "com.acme.a")
      let b = DispatchQueue(label: "com.acme.b")
      a.sync { b.sync {} }
    }
  }

  @Test func p42AsyncOntoOwnSerialQueueFromInsideASync() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.serial")
      let order = Shared([String]())
      queue.sync {
        queue.async { order.note("async") }
        order.note("sync")
      }
      queue.sync {}
      try require(order.value == ["sync", "async"])
    }
  }

  @Test func p54SyncOntoMainFromAnOrdinaryThread() {
    expectClean {
      var isOnMain = false
      DispatchQueue.main.sync {
        dispatchPrecondition(condition: .onQueue(.main))
        isOnMain = true
      }
      try require(isOnMain)
    }
  }

  @Test func p57AsyncOntoAQueueThatTargetsTheOwn() {
    expectClean {
      let base = DispatchQueue(label: "com.acme.base")
      let upper = DispatchQueue(label: "com.acme.upper", target: base)
      let done = DispatchSemaphore(value: 0)
      base.async { upper.async { done.signal() } }
      done.wait()
    }
  }

  @Test func p69MainAsyncFromMainRunsAfterTheFunction() {
    expectClean(bodyHost: .mainThread) {
      let ran = Shared(false)
      DispatchQueue.main.async { ran.value = true }
      DispatchQueue.global().sync {}
      try require(!ran.value, "ran inside the function")
    }
  }

  @Test func p70UIObjectThroughMainAsync() {
    expectClean {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        DispatchQueue.main.async {
          dispatchPrecondition(condition: .onQueue(.main))
          done.signal()
        }
      }
      done.wait()
    }
  }

  @Test func p76BarrierOnASerialQueue() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.serial")
      let order = Shared([Int]())
      queue.async { order.value.append(0) }
      queue.async(flags: .barrier) { order.value.append(1) }
      queue.sync { order.value.append(2) }
      try require(order.value == [0, 1, 2])
    }
  }

  @Test func p79BarrierAsyncThenSyncReadFromOneThread() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.array", attributes: .concurrent)
      let items = Shared([Int]())
      queue.async(flags: .barrier) { items.value.append(7) }
      try require(queue.sync { items.value } == [7])
    }
  }

  @Test func p87SyncOnMainInASwiftTestingTest() {
    expectClean { DispatchQueue.main.sync {} }
  }
}
