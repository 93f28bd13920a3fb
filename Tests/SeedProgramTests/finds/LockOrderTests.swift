// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Deadlocks that the first schedule, which does not hang, lets expect: a run that is led there shows them.
@Suite struct LockOrderTests {
  @Test func philosophersWithMutexes() {
    expectPredicted {
      let forks = (0..<5).map { _ in ThreadLock() }
      together(5) { index in
        forks[index].lock()
        forks[(index + 1) % 5].lock()
        forks[(index + 1) % 5].unlock()
        forks[index].unlock()
      }
    }
  }

  @Test func philosophersWithQueues() {
    expectPredicted {
      let forks = (0..<5).map { DispatchQueue(label: "com.acme.fork.\($0)") }
      together(5) { index in
        forks[index].sync { forks[(index + 1) % 5].sync {} }
      }
    }
  }

  @Test func philosophersWithSemaphores() {
    expectPredicted {
      let forks = (0..<5).map { _ in DispatchSemaphore(value: 1) }
      together(5) { index in
        forks[index].wait()
        forks[(index + 1) % 5].wait()
        forks[(index + 1) % 5].signal()
        forks[index].signal()
      }
    }
  }

  @Test func aBlockOfAQueueAndAMutex() {
    expectPredicted {
      let lock = ThreadLock()
      let queue = DispatchQueue(label: "com.acme.store")
      together({ lock.section { queue.sync {} } }, { queue.async { lock.section {} } })
    }
  }

  @Test func aTargetOfTwoQueues() {
    expectPredicted {
      let target = DispatchQueue(label: "com.acme.target")
      let queue = DispatchQueue(label: "com.acme.child", target: target)
      let other = DispatchQueue(label: "com.acme.other")
      together({ queue.sync { other.sync {} } }, { other.sync { target.sync {} } })
    }
  }

  @Test func aReaderThatReadsAgainAndABarrier() {
    expectPredicted {
      let store = DispatchQueue(label: "com.acme.store", attributes: .concurrent)
      together({ store.sync { store.sync {} } }, { store.async(flags: .barrier) {} })
    }
  }

  @Test func allPermitsAreTakenOneByOne() {
    expectPredicted("GCD103") {
      let permits = DispatchSemaphore(value: 2)
      let both: @Sendable () -> Void = {
        permits.wait()
        permits.wait()
        permits.signal()
        permits.signal()
      }
      together(both, both)
    }
  }

  @Test func aGroupIsAwaitedOnTheQueueOfItsMember() {
    expectPredicted {
      let queue = DispatchQueue(label: "com.acme.work")
      let group = DispatchGroup()
      together({ queue.async(group: group) {} }, { queue.sync { group.wait() } })
    }
  }
}

/// A deadlock that is found in a run which is led there after the first schedule.
private func expectPredicted(
  _ code: String = "GCD102", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) {
  let report = expectFinding(
    code, fileID: fileID, filePath: filePath, line: line, column: column, body)
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  #expect(report.contains("led to a suspected deadlock"), sourceLocation: place)
}
