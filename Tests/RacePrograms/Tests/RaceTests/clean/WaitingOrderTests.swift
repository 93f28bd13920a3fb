// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

/// What groups, semaphores and sources put in order.
@Suite struct WaitingOrderTests {
  @Test func p08RepliesThroughTheMainQueue() {
    expectNoRace {
      let sums = Shared(0)
      let group = DispatchGroup()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) {
        sleep(3)
        DispatchQueue.main.sync { sums.value += 3 }
      }
      for seconds in [2, 1] {
        group.enter()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
          DispatchQueue.main.async {
            sums.value += seconds
            group.leave()
          }
        }
      }
      group.notify(queue: .main) {
        sums.value += 0
        done.signal()
      }
      done.wait()
      try require(sums.value == 6)
    }
  }

  @Test func p31ADictionaryBehindASemaphore() {
    expectNoRace {
      let table = Shared([Int: String]())
      let turn = DispatchSemaphore(value: 1)
      let done = DispatchSemaphore(value: 0)
      for key in 0..<2 {
        DispatchQueue.global().async {
          turn.wait()
          table.value[key] = "value"
          turn.signal()
          done.signal()
        }
      }
      done.wait()
      done.wait()
      try require(table.value.count == 2)
    }
  }

  @Test func aNotifyBehindEveryWriter() {
    expectNoRace {
      let results = (0..<2).map { _ in Shared(0) }
      let queue = DispatchQueue(label: "com.acme.result")
      let group = DispatchGroup()
      let done = DispatchSemaphore(value: 0)
      for result in results { DispatchQueue.global().async(group: group) { result.value = 1 } }
      group.notify(queue: queue) {
        for result in results { result.value += 1 }
        done.signal()
      }
      done.wait()
      try require(results.allSatisfy { $0.value == 2 })
    }
  }

  @Test func waitingForAGroupTwice() {
    expectNoRace {
      let value = Shared(0)
      let group = DispatchGroup()
      for round in 1...2 {
        DispatchQueue.global().async(group: group) { value.value += 1 }
        group.wait()
        try require(value.value == round)
      }
      group.notify(queue: .global()) { value.value += 1 }
    }
  }

  @Test func ballThatIsThrownToAndFro() {
    expectNoRace {
      let ball = Shared(0)
      let ping = DispatchSemaphore(value: 0)
      let pong = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        for _ in 0..<3 {
          ping.wait()
          ball.value += 1
          pong.signal()
        }
      }
      for _ in 0..<3 {
        ball.value += 1
        ping.signal()
        pong.wait()
      }
      try require(ball.value == 6)
    }
  }

  @Test func aWaitThatRanOutAsksTheQueue() {
    expectNoRace {
      let answer = Shared(0)
      let done = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "com.acme.network")
      queue.asyncAfter(deadline: .now() + 1) {
        answer.value = 42
        done.signal()
      }
      if done.wait(timeout: .now() + 1) == .timedOut { queue.sync { answer.value = -1 } }
      queue.sync {}
    }
  }

  @Test func aTimerWhoseCancelHandlerIsAwaited() {
    expectNoRace {
      let ticks = Shared(0)
      let stopped = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "com.acme.ticks", attributes: .concurrent)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(10), repeating: .milliseconds(10))
      ticks.value = 1
      timer.setEventHandler { ticks.value += 1 }
      timer.setCancelHandler {
        ticks.value += 1
        stopped.signal()
      }
      timer.resume()
      usleep(25_000)
      timer.cancel()
      stopped.wait()
      ticks.value = 0
    }
  }

  @Test func dataThatIsMergedComesBeforeTheHandler() {
    expectNoRace {
      let work = (0..<2).map { _ in Shared(0) }
      let seen = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeUserDataAddSource(queue: .global())
      let count = Shared(0)
      source.setEventHandler {
        count.value += Int(source.data)
        if count.value == 2 {
          for part in work { part.value += 1 }
          seen.signal()
        }
      }
      source.activate()
      for part in work {
        DispatchQueue.global().async {
          part.value = 1
          source.add(data: 1)
        }
      }
      seen.wait()
      source.cancel()
      try require(work.allSatisfy { $0.value == 2 })
    }
  }
}
