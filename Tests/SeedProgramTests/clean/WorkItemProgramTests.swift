// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Work items used as they may be: the twins of what `finds/WorkItemTests` finds.
@Suite struct WorkItemProgramTests {
  @Test func waitsOnceAndRunsOnce() {
    expectClean {
      let done = Shared(false)
      let item = DispatchWorkItem { done.value = true }
      DispatchQueue.global().async(execute: item)
      item.wait()
      try require(done.value)
    }
  }

  @Test func aWaitThatTimesOutMayBeRepeated() {
    expectClean {
      let item = DispatchWorkItem {}
      DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: item)
      try require(item.wait(timeout: .now() + 1) == .timedOut)
      try require(uptimeIsAt(1))
      try require(item.wait(timeout: .now() + 5) == .success)
      try require(uptimeIsAt(2))
    }
  }

  @Test func runsTwiceWhenNobodyWaitsOrLooks() {
    expectClean {
      let count = Shared(0)
      let queue = DispatchQueue(label: "q")
      let item = DispatchWorkItem { count.value += 1 }
      item.perform()
      queue.sync(execute: item)
      queue.async(execute: item)
      queue.sync {}
      try require(count.value == 3)
    }
  }

  @Test func p82ACancelledItemStillEnds() {
    expectClean {
      let ran = Shared(false)
      let told = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "q")
      let item = DispatchWorkItem { ran.value = true }
      item.cancel()
      try require(item.isCancelled)
      item.notify(queue: .global()) { told.signal() }
      queue.async(execute: item)
      item.wait()
      told.wait()
      try require(!ran.value)
    }
  }

  @Test func cancelRacesWithTheBegin() {
    let outcomes = Shared<[String]>([])
    expectClean {
      let ran = Shared(false)
      let item = DispatchWorkItem { ran.value = true }
      DispatchQueue.global().async(execute: item)
      item.cancel()
      item.wait()
      let word = ran.value ? "ran" : "skipped"
      if !outcomes.value.contains(word) { outcomes.note(word) }
    }
    #expect(outcomes.value.sorted() == ["ran", "skipped"])
  }

  @Test func aRunningBodyIsNotInterruptedAndSeesTheCancel() {
    let sawCancel = Shared<[Bool]>([])
    expectClean {
      let ended = Shared(false)
      let begun = DispatchSemaphore(value: 0)
      let box = Shared<DispatchWorkItem?>(nil)
      let item = DispatchWorkItem {
        begun.signal()
        if let own = box.value, !sawCancel.value.contains(own.isCancelled) {
          sawCancel.value.append(own.isCancelled)
        }
        ended.value = true
      }
      box.value = item
      DispatchQueue.global().async(execute: item)
      begun.wait()
      item.cancel()
      item.wait()
      box.value = nil
      try require(ended.value)
    }
    #expect(sawCancel.value.count == 2)
  }

  @Test func severalNotifiesOnSeveralQueuesComeInOrderAfterTheRun() {
    expectClean {
      let seen = Shared<[String]>([])
      let queue = DispatchQueue(label: "q")
      let other = DispatchQueue(label: "other")
      let item = DispatchWorkItem { seen.note("item") }
      item.notify(queue: queue) { seen.note("first") }
      item.notify(queue: queue) { seen.note("second") }
      let last = DispatchSemaphore(value: 0)
      item.notify(queue: other) { last.signal() }
      DispatchQueue.global().async(execute: item)
      item.wait()
      queue.sync {}
      last.wait()
      try require(seen.value.first == "item")
      try require(seen.value.filter { $0 != "item" } == ["first", "second"])
    }
  }

  @Test func p53CorrectedTheThirdRunIsSkipped() {
    expectClean {
      let count = Shared(0)
      let told = DispatchGroup()
      let item = DispatchWorkItem { count.value += 1 }
      told.enter()
      item.notify(queue: .global()) { told.leave() }
      DispatchQueue.global().async(execute: item)
      told.wait()
      item.perform()
      item.cancel()
      item.perform()
      try require(count.value == 2)
    }
  }

  @Test func anItemThatIsFreedWithoutARunTellsItsObservers() {
    expectClean {
      let told = DispatchSemaphore(value: 0)
      do {
        let item = DispatchWorkItem {}
        item.notify(queue: .global()) { told.signal() }
      }
      told.wait()
    }
  }

  @Test func p82ABarrierItemIsABarrierOnlyThroughItsQueue() {
    expectClean {
      let queue = DispatchQueue(label: "c", attributes: .concurrent)
      let inside = Shared(0)
      let overlap = Shared(false)
      let item = DispatchWorkItem(flags: .barrier) {
        inside.value += 1
        DispatchQueue.global().sync {}
        if inside.value != 1 { overlap.value = true }
        inside.value -= 1
      }
      queue.async {
        inside.value += 1
        DispatchQueue.global().sync {}
        if inside.value != 1 { overlap.value = true }
        inside.value -= 1
      }
      queue.sync(execute: item)
      queue.sync(flags: .barrier) {}
      try require(!overlap.value, "a barrier item ran beside a reader")
    }
    let beside = Shared(false)
    expectClean {
      let queue = DispatchQueue(label: "c", attributes: .concurrent)
      let elsewhere = DispatchQueue.global()
      let inside = Shared(0)
      let item = DispatchWorkItem(flags: .barrier) {
        inside.value += 1
        elsewhere.sync {}
        if inside.value != 1 { beside.value = true }
        inside.value -= 1
      }
      queue.async {
        inside.value += 1
        elsewhere.sync {}
        if inside.value != 1 { beside.value = true }
        inside.value -= 1
      }
      item.perform()
      queue.sync(flags: .barrier) {}
    }
    #expect(beside.value, "perform() must give a barrier item no barrier")
  }

  @Test func flagsThatOnlyNameAQualityOfServiceChangeNoOrder() {
    expectClean {
      let seen = Shared<[Int]>([])
      let queue = DispatchQueue(label: "q")
      let flags: [DispatchWorkItemFlags] = [
        [], .assignCurrentContext, .noQoS, .detached, .inheritQoS, .enforceQoS, .barrier,
      ]
      for (number, flag) in flags.enumerated() {
        queue.async(execute: DispatchWorkItem(qos: .background, flags: flag) { seen.value.append(number) })
      }
      queue.sync {}
      try require(seen.value == Array(flags.indices))
    }
  }

  @Test func itemsLeaveTheirOuterGroupToo() {
    expectClean {
      let group = DispatchGroup()
      let count = Shared(0)
      let lock = DispatchQueue(label: "lock")
      for _ in 0..<3 {
        DispatchQueue.global().async(
          group: group, execute: DispatchWorkItem { lock.sync { count.value += 1 } })
      }
      group.wait()
      try require(count.value == 3)
    }
  }

  @Test func anItemFromOutsideTheRunStartsAnewInEachSchedule() {
    let count = Shared(0)
    let item = DispatchWorkItem { count.value += 1 }
    let exploration = expectClean(schedules: 20) {
      let queue = DispatchQueue(label: "q")
      queue.async {}
      queue.async(execute: item)
      item.wait()
    }
    #expect(exploration.schedulesRun > 1)
    item.perform()
    item.perform()
    #expect(count.value > exploration.schedulesRun)
  }

  /// The real library still knows an item that a run had taken over.
  @Test func anItemThatOutlivesItsRunBelongsToTheRealLibraryAgain() {
    let kept = Shared<DispatchWorkItem?>(nil)
    let count = Shared(0)
    expectClean(schedules: 5) {
      let item = DispatchWorkItem { count.value += 1 }
      DispatchQueue.global().async(execute: DispatchWorkItem {})
      kept.value = item
    }
    let before = count.value
    DispatchQueue.global().async(execute: kept.value!)
    kept.value!.wait()
    #expect(count.value == before + 1)
  }
}

/// The virtual clock shows exactly so many seconds since the start of the run.
private func uptimeIsAt(_ seconds: UInt64) -> Bool {
  uptime() == 100_000_000_000_000 + seconds * 1_000_000_000
}
