// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Foundation's operation queues: what its documentation promises holds in every schedule.
@Suite struct OperationQueueTests {
  /// What happened, in order.
  private final class Journal: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func note(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
  }

  @Test func dependenciesOrderOperations() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      let operations = ["a", "b", "c"].map { name in BlockOperation { journal.note(name) } }
      operations[0].addDependency(operations[1])
      operations[1].addDependency(operations[2])
      queue.addOperations(operations, waitUntilFinished: true)
      #expect(journal.all == ["c", "b", "a"])
    }
  }

  @Test func oneAtATimeWhereThatIsTheLimit() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      queue.maxConcurrentOperationCount = 1
      for name in ["a", "b"] {
        queue.addOperation {
          journal.note("\(name) begins")
          DispatchQueue.global().sync {}
          journal.note("\(name) ends")
        }
      }
      queue.waitUntilAllOperationsAreFinished()
      #expect(journal.all == ["a begins", "a ends", "b begins", "b ends"])
    }
  }

  @Test func aBarrierWaitsForAllBefore() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      for _ in 0..<2 { queue.addOperation { journal.note("before") } }
      queue.addBarrierBlock { journal.note("barrier") }
      queue.addOperation { journal.note("after") }
      queue.waitUntilAllOperationsAreFinished()
      #expect(journal.all == ["before", "before", "barrier", "after"])
    }
  }

  @Test func aSuspendedQueueStartsNothing() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      queue.isSuspended = true
      queue.addOperation { journal.note("ran") }
      DispatchQueue.global().sync {}
      #expect(journal.all.isEmpty)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(journal.all == ["ran"])
    }
  }

  @Test func aCancelledOperationDoesNotRun() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      queue.isSuspended = true
      let operation = BlockOperation { journal.note("ran") }
      queue.addOperation(operation)
      operation.cancel()
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(journal.all.isEmpty && operation.isFinished)
    }
  }

  @Test func anOperationIsWaitedFor() {
    expectClean(schedules: 100) {
      let (queue, journal) = (OperationQueue(), Journal())
      let operation = BlockOperation { journal.note("ran") }
      queue.addOperation(operation)
      operation.waitUntilFinished()
      #expect(journal.all == ["ran"])
    }
  }
}
