// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

/// Races between participants that wait for each other, but not for the right thing.
@Suite struct WaitingRaceTests {
  @Test func p08RepliesOnTwoQueuesAddToOneSum() {
    expectRace(naming: "main queue") {
      let sums = Counter()
      let group = DispatchGroup()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) {
        sleep(3)
        sums.value += 3
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
      group.notify(queue: .main) { done.signal() }
      done.wait()
    }
  }

  @Test func p31ADictionaryThatTwoBlocksFill() {
    expectRace(naming: "global queue") {
      let table = Shared([Int: String]())
      let done = DispatchSemaphore(value: 0)
      for key in 0..<2 {
        DispatchQueue.global().async {
          table.value[key] = "value"
          done.signal()
        }
      }
      done.wait()
      done.wait()
    }
  }

  @Test func aNotifyBesideAWriterThatIsNotInTheGroup() {
    expectRace(naming: "global queue") {
      let result = Counter()
      let queue = DispatchQueue(label: "com.acme.result")
      let group = DispatchGroup()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) { result.value = 1 }
      DispatchQueue.global().async {
        result.value = 2
        done.signal()
      }
      group.notify(queue: queue) {
        _ = result.value
        done.signal()
      }
      done.wait()
      done.wait()
    }
  }

  @Test func aSemaphoreOfTwoIsNoLock() {
    expectRace(naming: "both write") {
      let total = Counter()
      let places = DispatchSemaphore(value: 2)
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        places.wait()
        total.value += 1
        places.signal()
      }
    }
  }

  @Test func aWaitThatRanOutIsNoWait() {
    expectRace(naming: "test body") {
      let answer = Counter()
      let done = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "com.acme.network")
      queue.asyncAfter(deadline: .now() + 2) {
        answer.value = 42
        done.signal()
      }
      if done.wait(timeout: .now() + 1) == .timedOut { answer.value = -1 }
      queue.asyncAfter(deadline: .now() + 3) {}
    }
  }

  @Test func sleepingLongEnoughOrdersNothing() {
    expectRace(naming: "test body") {
      let settings = Shared("")
      DispatchQueue.global().async { settings.value = "loaded" }
      usleep(100_000)
      _ = settings.value.count
    }
  }

  @Test func aTimerThatWasCancelledMayStillRun() {
    expectRace(naming: "timer 'timer' (WaitingRaceTests.swift", "test body") {
      let ticks = Counter()
      let queue = DispatchQueue(label: "com.acme.ticks")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(10), repeating: .milliseconds(10))
      timer.setEventHandler { ticks.value += 1 }
      timer.resume()
      usleep(25_000)
      timer.cancel()
      ticks.value = 0
    }
  }
}
