// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Opposite orders that cannot hang. Each is a near twin of one in `finds/LockOrderTests.swift`.
@Suite struct LockOrderTwinTests {
  @Test func aGateLockAroundBothOrders() {
    expectClean {
      let gate = ThreadLock()
      let locks = [ThreadLock(), ThreadLock()]
      together(2) { index in
        gate.section { locks[index].section { locks[1 - index].section {} } }
      }
    }
  }

  @Test func aGateQueueAroundBothOrders() {
    expectClean {
      let gate = DispatchQueue(label: "com.acme.gate")
      let queues = [DispatchQueue(label: "com.acme.a"), DispatchQueue(label: "com.acme.b")]
      together(2) { index in
        gate.sync { queues[index].sync { queues[1 - index].sync {} } }
      }
    }
  }

  @Test func blocksOfOneSerialQueueTakeBothOrders() {
    expectClean {
      let gate = DispatchQueue(label: "com.acme.gate")
      let locks = [ThreadLock(), ThreadLock()]
      gate.async { locks[0].section { locks[1].section {} } }
      gate.async { locks[1].section { locks[0].section {} } }
    }
  }

  @Test func theSecondOrderIsSubmittedByTheFirst() {
    expectNoTries {
      let locks = [ThreadLock(), ThreadLock()]
      let done = DispatchSemaphore(value: 0)
      locks[0].section { locks[1].section {} }
      DispatchQueue.global().async {
        locks[1].section { locks[0].section {} }
        done.signal()
      }
      done.wait()
    }
  }

  @Test func theFirstOrderIsAwaitedByAGroup() {
    expectNoTries {
      let locks = [ThreadLock(), ThreadLock()]
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { locks[0].section { locks[1].section {} } }
      DispatchQueue.global().async {}
      group.wait()
      locks[1].section { locks[0].section {} }
    }
  }

  @Test func theFirstOrderIsAwaitedByASemaphore() {
    expectNoTries {
      let locks = [ThreadLock(), ThreadLock()]
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        locks[0].section { locks[1].section {} }
        done.signal()
      }
      done.wait()
      locks[1].section { locks[0].section {} }
    }
  }

  @Test func oneTaskTakesBothOrders() {
    expectNoTries {
      let locks = [ThreadLock(), ThreadLock()]
      together(2) { index in
        if index > 0 { return }
        locks[0].section { locks[1].section {} }
        locks[1].section { locks[0].section {} }
      }
    }
  }

  @Test func oneOfTheOrdersDoesNotWait() {
    expectNoTries {
      let queues = [DispatchQueue(label: "com.acme.a"), DispatchQueue(label: "com.acme.b")]
      together({ queues[0].sync { queues[1].sync {} } }, { queues[1].sync { queues[0].async {} } })
    }
  }

  @Test func oneOfTheOrdersOnlyTries() {
    expectNoTries {
      let locks = [ThreadLock(), ThreadLock()]
      together(
        { locks[0].section { locks[1].section {} } },
        { locks[1].section { if locks[0].tryLock() { locks[0].unlock() } } })
    }
  }

  @Test func thePairsAreOfOtherInstances() {
    expectNoTries {
      let first = [ThreadLock(), ThreadLock()]
      let second = [ThreadLock(), ThreadLock()]
      together(2) { index in
        let locks = index == 0 ? first : second
        locks[index].section { locks[1 - index].section {} }
      }
    }
  }

  @Test func philosophersWhoAgreeOnAnOrder() {
    expectNoTries {
      let forks = (0..<5).map { _ in ThreadLock() }
      together(5) { index in
        let next = (index + 1) % 5
        forks[min(index, next)].section { forks[max(index, next)].section {} }
      }
    }
  }

  @Test func bothOnlyRead() {
    expectNoTries {
      let stores = (0..<2).map { DispatchQueue(label: "com.acme.\($0)", attributes: .concurrent) }
      together(2) { index in stores[index].sync { stores[1 - index].sync {} } }
    }
  }

  @Test func aReaderThatReadsAgainBehindABarrierThatIsOver() {
    expectNoTries {
      let store = DispatchQueue(label: "com.acme.store", attributes: .concurrent)
      store.sync(flags: .barrier) {}
      together(2) { _ in store.sync { store.sync {} } }
    }
  }

  @Test func theSemaphoreIsAnEventAndNoLock() {
    expectClean {
      let lock = ThreadLock()
      let event = DispatchSemaphore(value: 1)
      together(
        { lock.section { event.wait() } },
        {
          event.signal()
          lock.section {}
        })
      event.signal()
    }
  }

  @Test func thePermitsAreEnough() {
    expectNoTries {
      let permits = DispatchSemaphore(value: 3)
      together(2) { _ in
        permits.wait()
        permits.wait()
        permits.signal()
        permits.signal()
      }
    }
  }

  /// Only the program's own flag keeps the orders apart: what is tried fails, and is never told.
  @Test func aFlagKeepsTheSecondOrderBehindTheFirst() {
    let body: () -> Void = {
      let locks = [ThreadLock(), ThreadLock()]
      let guardLock = ThreadLock()
      let isDone = Flag()
      together(
        {
          locks[0].section { locks[1].section {} }
          guardLock.section { isDone.isSet = true }
        },
        {
          guardLock.lock()
          let mayGo = isDone.isSet
          guardLock.unlock()
          if mayGo { locks[1].section { locks[0].section {} } }
        })
    }
    let first = expectClean(schedules: 200) { body() }
    let again = expectClean(schedules: 200) { body() }
    #expect(first.directedRuns > 0 && first.directedRuns <= 40)
    #expect(first.directedRuns == again.directedRuns)
    #expect(first.schedulesRun <= 200)
    #expect(first.traceHash == again.traceHash)
  }

  @Test func theGroupIsAwaitedElsewhere() {
    expectNoTries {
      let queue = DispatchQueue(label: "com.acme.work")
      let group = DispatchGroup()
      together(
        { queue.async(group: group) {} },
        {
          queue.sync {}
          group.wait()
        })
    }
  }

  /// The block wants the lock with which it is awaited, and gets it when the time is over.
  @Test func theWaitUnderTheLockHasALimit() {
    expectNoTries {
      let lock = NSLock()
      let group = DispatchGroup()
      lock.lock()
      DispatchQueue(label: "com.acme.work").async(group: group) { lock.withLock {} }
      _ = group.wait(timeout: .now() + 0.1)
      lock.unlock()
      group.wait()
    }
  }

  /// To unlock a stream is no step.
  @Test func theStreamIsUnlockedBeforeTheWait() {
    expectNoTries {
      // Used by one task at a time, and closed behind all of them.
      nonisolated(unsafe) let stream = fopen("/dev/null", "w")!
      let group = DispatchGroup()
      flockfile(stream)
      funlockfile(stream)
      DispatchQueue(label: "com.acme.work").async(group: group) {
        flockfile(stream)
        funlockfile(stream)
      }
      group.wait()
      fclose(stream)
    }
  }
}

// Read and written under a lock.
private final class Flag: @unchecked Sendable {
  var isSet = false
}

/// Clean, and nothing that a run would have to be led to.
private func expectNoTries(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> Void
) {
  let exploration = expectClean(
    fileID: fileID, filePath: filePath, line: line, column: column, body)
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  #expect(exploration.directedRuns == 0, sourceLocation: place)
}
