// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension Case {
  static let operations: [Case] = [
    Case("dependencies order operations of a wide queue", "a b c") { journal in
      let queue = OperationQueue()
      let operations = ["a", "b", "c"].map { name in BlockOperation { journal.note(name) } }
      operations[1].addDependency(operations[0])
      operations[2].addDependency(operations[1])
      queue.addOperations(operations.reversed(), waitUntilFinished: true)
    },
    Case("a dependency in another queue", "a b") { journal in
      let first = OperationQueue()
      let second = OperationQueue()
      let a = BlockOperation { journal.note("a") }
      let b = BlockOperation { journal.note("b") }
      b.addDependency(a)
      second.addOperation(b)
      first.addOperation(a)
      b.waitUntilFinished()
    },
    Case("not ready before its dependency is finished", "false true") { journal in
      let a = BlockOperation {}
      let b = BlockOperation {}
      b.addDependency(a)
      journal.note(b.isReady)
      OperationQueue().addOperations([a], waitUntilFinished: true)
      journal.note(b.isReady)
    },
    Case("one at a time is in order", "0 1 2 3 4") { journal in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      for index in 0..<5 { queue.addOperation { journal.note(index) } }
      queue.waitUntilAllOperationsAreFinished()
    },
    Case("two at a time are never three", "true") { journal in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 2
      let gauge = Gauge()
      for _ in 0..<4 { queue.addOperation { gauge.hold(milliseconds: 5) } }
      queue.waitUntilAllOperationsAreFinished()
      journal.note(gauge.peak <= 2)
    },
    Case("a suspended queue keeps its operations", "before run") { journal in
      let queue = OperationQueue()
      queue.isSuspended = true
      queue.addOperation { journal.note("run") }
      Thread.sleep(forTimeInterval: 0.01)
      journal.note("before")
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    },
    Case("priorities decide among those that stand in line", "high normal low") { journal in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.isSuspended = true
      for (name, priority) in [("low", Operation.QueuePriority.low), ("normal", .normal), ("high", .high)] {
        let operation = BlockOperation { journal.note(name) }
        operation.queuePriority = priority
        queue.addOperation(operation)
      }
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    },
    // One before and one after: Foundation walks its dependants in the order of their addresses.
    Case("a barrier waits for what is before it and holds back what is after it", "1 barrier 2") { journal in
      let queue = OperationQueue()
      let count = Counter()
      queue.addOperation { count.add(1) }
      queue.addBarrierBlock {
        journal.note(count.value)
        journal.note("barrier")
      }
      queue.addOperation { count.add(1) }
      queue.waitUntilAllOperationsAreFinished()
      journal.note(count.value)
    },
    Case("cancelled before it began: finished, not executed, completion runs", "true true completion") {
      journal in
      let queue = OperationQueue()
      queue.isSuspended = true
      let operation = BlockOperation { journal.note("executed") }
      let done = DispatchSemaphore(value: 0)
      operation.completionBlock = { done.signal() }
      queue.addOperation(operation)
      operation.cancel()
      queue.isSuspended = false
      operation.waitUntilFinished()
      journal.note(operation.isCancelled)
      journal.note(operation.isFinished)
      done.wait()
      journal.note("completion")
    },
    Case("all cancelled", "0") { journal in
      let queue = OperationQueue()
      queue.isSuspended = true
      let count = Counter()
      for _ in 0..<3 { queue.addOperation { count.add(1) } }
      queue.cancelAllOperations()
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      journal.note(count.value)
    },
    Case("a running operation sees that it is cancelled", "false true") { journal in
      let queue = OperationQueue()
      let started = DispatchSemaphore(value: 0)
      let cancelled = DispatchSemaphore(value: 0)
      let operation = BlockOperation()
      operation.addExecutionBlock { [unowned operation] in
        journal.note(operation.isCancelled)
        started.signal()
        cancelled.wait()
        journal.note(operation.isCancelled)
      }
      queue.addOperation(operation)
      started.wait()
      operation.cancel()
      cancelled.signal()
      operation.waitUntilFinished()
    },
    Case("a cancelled dependency counts as finished", "b") { journal in
      let queue = OperationQueue()
      let a = BlockOperation { journal.note("a") }
      let b = BlockOperation { journal.note("b") }
      b.addDependency(a)
      a.cancel()
      queue.addOperations([a, b], waitUntilFinished: true)
    },
    Case("the completion block comes after the end", "work true") { journal in
      let operation = BlockOperation { journal.note("work") }
      let done = DispatchSemaphore(value: 0)
      operation.completionBlock = { [unowned operation] in
        journal.note(operation.isFinished)
        done.signal()
      }
      OperationQueue().addOperation(operation)
      done.wait()
    },
    Case("several blocks of one operation", "3 finished") { journal in
      let count = Counter()
      let operation = BlockOperation { count.add(1) }
      operation.addExecutionBlock { count.add(1) }
      operation.addExecutionBlock { count.add(1) }
      OperationQueue().addOperations([operation], waitUntilFinished: true)
      journal.note(count.value)
      journal.note(operation.isFinished ? "finished" : "unfinished")
    },
    Case("a serial underlying queue", "0 1 2") { journal in
      let queue = OperationQueue()
      let serial = DispatchQueue(label: "com.acme.under")
      queue.underlyingQueue = serial
      for index in 0..<3 {
        queue.addOperation {
          dispatchPrecondition(condition: .onQueue(serial))
          journal.note(index)
        }
      }
      queue.waitUntilAllOperationsAreFinished()
    },
    Case("the main operation queue runs on the main thread", "before true") { journal in
      OperationQueue.main.addOperation { journal.note(Thread.isMainThread) }
      journal.note("before")
      turn { journal.count == 2 }
    },
    Case("a dependency across the main queue", "work true") { journal in
      let queue = OperationQueue()
      let work = BlockOperation { journal.note("work") }
      let show = BlockOperation { journal.note(Thread.isMainThread) }
      show.addDependency(work)
      OperationQueue.main.addOperation(show)
      queue.addOperation(work)
      turn { show.isFinished }
    },
    Case("the current queue inside an operation", "mine") { journal in
      let queue = OperationQueue()
      queue.name = "mine"
      queue.addOperation { journal.note(OperationQueue.current?.name ?? "none") }
      queue.waitUntilAllOperationsAreFinished()
    },
    Case("quality of service changes no order", "0 1 2") { journal in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.isSuspended = true
      for (index, service) in [QualityOfService.background, .userInteractive, .utility].enumerated() {
        let operation = BlockOperation { journal.note(index) }
        operation.qualityOfService = service
        queue.addOperation(operation)
      }
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    },
    Case("an operation that ends later", "started finished") { journal in
      let operation = LateOperation { journal.note("started") }
      OperationQueue().addOperation(operation)
      operation.waitUntilFinished()
      journal.note("finished")
    },
    Case("a started operation without a queue", "work true") { journal in
      let operation = BlockOperation { journal.note("work") }
      operation.start()
      journal.note(operation.isFinished)
    },
  ]
}

/// How many are inside at once.
private final class Gauge: @unchecked Sendable {
  private let lock = NSLock()
  private var inside = 0
  private(set) var peak = 0

  func hold(milliseconds: UInt32) {
    lock.withLock {
      inside += 1
      peak = max(peak, inside)
    }
    usleep(milliseconds * 1_000)
    lock.withLock { inside -= 1 }
  }
}

// Every access is made under its lock.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add(_ number: Int) { lock.withLock { count += number } }
}

/// Ends in a block of its own, after `start` has returned.
private final class LateOperation: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var hasEnded = false
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { hasEnded } }

  override func start() {
    work()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) {
      self.willChangeValue(for: \.isFinished)
      self.lock.withLock { self.hasEnded = true }
      self.didChangeValue(for: \.isFinished)
    }
  }
}
