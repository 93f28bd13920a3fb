// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc
import Testing

/// `dispatch_async_and_wait`, which Swift has no name for, on a queue made in C.
private struct WaitingQueue {
  typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let queue: UnsafeMutableRawPointer

  init() {
    typealias Make = @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer?) -> UnsafeMutableRawPointer
    queue = unsafeBitCast(dlsym(nil, "dispatch_queue_create")!, to: Make.self)("com.acme.value", nil)
  }

  /// Adds one to the value.
  func call(_ name: String, _ value: Shared<Int>) {
    typealias Call = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, Work) -> Void
    let call = unsafeBitCast(dlsym(nil, name)!, to: Call.self)
    call(queue, Unmanaged.passUnretained(value).toOpaque()) { context in
      Unmanaged<Shared<Int>>.fromOpaque(context!).takeUnretainedValue().value += 1
    }
  }
}

/// What queues put in order: no report in any schedule.
@Suite struct QueueOrderTests {
  @Test func aCounterOnASerialQueue() {
    expectNoRace {
      let counter = Shared(0)
      let queue = DispatchQueue(label: "com.acme.count")
      for _ in 0..<3 { queue.async { counter.value += 1 } }
      try require(queue.sync { counter.value } == 3)
    }
  }

  @Test func aWriterWithABarrier() {
    expectNoRace {
      let cache = Shared([String: Int]())
      let queue = DispatchQueue(label: "com.acme.cache", attributes: .concurrent)
      for key in ["a", "b"] { queue.async(flags: .barrier) { cache.value[key] = 1 } }
      _ = queue.sync { cache.value["a"] }
      queue.async { _ = cache.value["b"] }
      queue.sync(flags: .barrier) { cache.value["c"] = 2 }
    }
  }

  @Test func aReaderThatSyncsOnTheRightQueue() {
    expectNoRace {
      let value = Shared(0)
      let writer = DispatchQueue(label: "com.acme.writer")
      let other = DispatchQueue(label: "com.acme.other")
      writer.async { value.value = 1 }
      other.async { _ = writer.sync { value.value } }
      _ = writer.sync { value.value }
      other.sync {}
    }
  }

  @Test func twoQueuesWithOneSerialTarget() {
    expectNoRace {
      let value = Shared(0)
      let target = DispatchQueue(label: "com.acme.target")
      let one = DispatchQueue(label: "com.acme.one", target: target)
      let two = DispatchQueue(label: "com.acme.two", attributes: .concurrent, target: target)
      for queue in [one, two, two] { queue.async { value.value += 1 } }
      one.sync { value.value += 1 }
      two.sync(flags: .barrier) { value.value += 1 }
      target.sync { value.value += 1 }
    }
  }

  @Test func parallelIterationsWithAPlaceEach() {
    expectNoRace {
      let results = UnsafeMutableBufferPointer<Int>.allocate(capacity: 4)
      defer { results.deallocate() }
      DispatchQueue.concurrentPerform(iterations: 4) { results[$0] = $0 * $0 }
      try require(results.reduce(0, +) == 14)
    }
  }

  @Test func aWriteBeforeTheBlockIsSubmitted() {
    expectNoRace {
      let text = Shared("draft")
      let group = DispatchGroup()
      text.value = "final"
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { _ = text.value.count } }
      group.wait()
      text.value = "printed"
    }
  }

  @Test func asyncAndWaitHandsOverBothWays() {
    expectNoRace {
      let value = Shared(0)
      let queue = WaitingQueue()
      let group = DispatchGroup()
      queue.call("dispatch_async_f", value)
      queue.call("dispatch_async_and_wait_f", value)
      DispatchQueue.global().async(group: group) { queue.call("dispatch_async_and_wait_f", value) }
      queue.call("dispatch_sync_f", value)
      group.wait()
      try require(value.value == 4)
    }
  }

  @Test func aQueueThatIsActivatedOrResumedAfterTheSetUp() {
    expectNoRace {
      let value = Shared(0)
      let lazy = DispatchQueue(label: "com.acme.lazy", attributes: .initiallyInactive)
      lazy.async { value.value += 1 }
      value.value = 1
      lazy.activate()
      lazy.sync {}
      lazy.suspend()
      lazy.async { value.value += 1 }
      value.value += 1
      lazy.resume()
      lazy.sync {}
    }
  }

  @Test func theMainQueueIsSerial() {
    expectNoRace(bodyHost: .mainThread) {
      let value = Shared(0)
      let group = DispatchGroup()
      value.value = 1
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { DispatchQueue.main.async { value.value += 1 } }
      }
      value.value = 2
    }
  }

  @Test func syncToTheMainQueueFromWorkers() {
    expectNoRace {
      let value = Shared(0)
      DispatchQueue.concurrentPerform(iterations: 3) { _ in DispatchQueue.main.sync { value.value += 1 } }
      try require(value.value == 3)
    }
  }

  @Test func oneBlockAfterTheOther() {
    expectNoRace {
      let value = Shared(0)
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        value.value += 1
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
          value.value += 1
          done.signal()
        }
      }
      done.wait()
      value.value += 1
    }
  }
}
