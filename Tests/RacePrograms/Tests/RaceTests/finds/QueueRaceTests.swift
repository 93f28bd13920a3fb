// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Races between blocks that look as if a queue kept them apart.
@Suite struct QueueRaceTests {
  @Test func aCounterOnAConcurrentQueue() {
    expectRace(naming: "com.acme.count", "both write", "allocated by the test body") {
      let counter = Counter()
      let queue = DispatchQueue(label: "com.acme.count", attributes: .concurrent)
      let group = DispatchGroup()
      for _ in 0..<2 { queue.async(group: group) { counter.value += 1 } }
      group.wait()
    }
  }

  @Test func aWriterThatForgotItsBarrier() {
    expectRace(naming: "com.acme.cache") {
      let cache = Shared([String: Int]())
      let queue = DispatchQueue(label: "com.acme.cache", attributes: .concurrent)
      queue.async { cache.value["a"] = 1 }
      _ = queue.sync { cache.value["a"] }
      queue.sync(flags: .barrier) {}
    }
  }

  @Test func aReaderThatSyncsOnTheWrongQueue() {
    expectRace(naming: "com.acme.writer") {
      let value = Counter()
      let writer = DispatchQueue(label: "com.acme.writer")
      let reader = DispatchQueue(label: "com.acme.reader")
      writer.async { value.value = 1 }
      let seen = reader.sync { value.value + 1 }
      try require(seen > 0)
      writer.sync {}
    }
  }

  @Test func aBarrierOnAGlobalQueueProtectsNothing() {
    let exploration = races {
      let value = Counter()
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group, flags: .barrier) { value.value += 1 } }
      group.wait()
    }
    #expect(exploration.contains("GCD401"))
    #expect(exploration.contains("GCD303"))
  }

  @Test func anArrayThatParallelIterationsAppendTo() {
    expectRace(naming: "both write") {
      let results = Shared([Int]())
      DispatchQueue.concurrentPerform(iterations: 3) { results.value.append($0) }
    }
  }

  @Test func aWriteAfterTheBlockWasSubmitted() {
    expectRace(naming: "com.acme.log", "test body") {
      let text = Shared("draft")
      let queue = DispatchQueue(label: "com.acme.log")
      queue.async { _ = text.value.count }
      text.value = "final"
      queue.sync {}
    }
  }

  @Test func twoQueuesWithTheSameLabel() {
    expectRace {
      let value = Counter()
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue(label: "com.acme.value").async(group: group) { value.value += 1 } }
      group.wait()
    }
  }
}
