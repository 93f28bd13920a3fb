// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Groups and semaphores.
@Suite struct GroupTests {
  @Test func p08OneGroupOfThreeRequests() {
    expectClean {
      let group = DispatchGroup()
      let sum = Shared(0)
      let order = Shared([Int]())
      let answer: (Int) -> Void = { value in
        sum.value += value
        order.value.append(value)
      }
      let done = DispatchSemaphore(value: 0)
      for seconds in [3, 2, 1] {
        group.enter()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
          DispatchQueue.main.async {
            answer(seconds)
            group.leave()
          }
        }
      }
      group.notify(queue: .main) { done.signal() }
      done.wait()
      try require(order.value == [1, 2, 3] && sum.value == 6)
    }
  }

  @Test func p38GroupOfThreeBlocksOnMain() {
    expectClean {
      let group = DispatchGroup()
      let order = Shared([String]())
      let done = DispatchSemaphore(value: 0)
      for index in 0..<3 { DispatchQueue.main.async(group: group) { order.note("\(index)") } }
      group.notify(queue: .main) {
        order.note("notify")
        done.signal()
      }
      done.wait()
      try require(order.value == ["0", "1", "2", "notify"])
    }
  }

  @Test func p48RacingTimeoutComesOutBothWays() {
    var outcomes: Set<String> = []
    expectClean(schedules: 1_000) {
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { group.leave() }
      outcomes.insert(group.wait(timeout: .now() + 1) == .success ? "success" : "timeout")
    }
    #expect(outcomes == ["success", "timeout"])
  }

  @Test func p55EnterBeforeTheBlock() {
    expectClean {
      let group = DispatchGroup()
      let done = Shared(false)
      let finished = DispatchSemaphore(value: 0)
      group.enter()
      DispatchQueue.global().async {
        done.value = true
        group.leave()
      }
      group.notify(queue: .global()) { finished.signal() }
      finished.wait()
      try require(done.value)
    }
  }

  @Test func p63NotificationsOfAGroup() {
    expectClean {
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "com.acme.notify")
      let order = Shared([String]())
      group.notify(queue: queue) { order.note("empty") }
      queue.sync {}
      try require(order.value == ["empty"])
      DispatchQueue.global().async(group: group) {
        group.enter()
        group.leave()
      }
      group.notify(queue: queue) { order.note("first") }
      group.notify(queue: queue) { order.note("second") }
      group.wait()
      queue.sync {}
      let tail = order.value.dropFirst()
      try require(tail.isEmpty || tail.first == "first")
    }
  }

  @Test func p52SemaphoreLimitsThreeTasks() {
    expectClean {
      let gate = DispatchSemaphore(value: 2)
      let lock = DispatchQueue(label: "com.acme.lock")
      let running = Shared(0)
      let group = DispatchGroup()
      let peak = Shared(0)
      for _ in 0..<3 {
        DispatchQueue.global().async(group: group) {
          gate.wait()
          lock.sync {
            running.value += 1
            peak.value = max(peak.value, running.value)
          }
          lock.sync { running.value -= 1 }
          gate.signal()
        }
      }
      group.wait()
      try require(peak.value <= 2)
    }
  }

  @Test func p07SemaphoreSignalledAfterThreeSeconds() {
    expectClean {
      let start = uptime()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.main.asyncAfter(deadline: .now() + 3) { done.signal() }
      done.wait()
      try require(uptime() - start == 3_000_000_000)
    }
  }

  @Test func p31DictionaryWrittenByTwoBlocks() {
    expectClean {
      let store = Shared([String: Int]())
      let done = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "com.acme.dictionary", attributes: .concurrent)
      for key in ["a", "b"] {
        queue.async {
          store.value[key] = 1
          done.signal()
        }
      }
      for _ in 0..<2 { done.wait() }
      try require(store.value.count == 2)
    }
  }
}
