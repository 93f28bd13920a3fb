// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Something that a task waits for and another one sets.
private actor Mailbox {
  private var waiting: [UnsafeContinuation<Void, Never>] = []
  private var isFull = false

  func take() async {
    if isFull { return }
    await withUnsafeContinuation { waiting.append($0) }
  }

  func put() async {
    isFull = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension FaceProgram {
  static let tasks: [FaceProgram] = [
    asyncPair("streamNeverFinished", "GCD107") {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.yield(1)
      for await _ in stream {}
      continuation.finish()
    } twin: {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.yield(1)
      continuation.finish()
      for await _ in stream {}
    },
    asyncPair("oneElementForTwo", "GCD107") {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task { continuation.yield(1) }
      var iterator = stream.makeAsyncIterator()
      _ = await iterator.next()
      _ = await iterator.next()
      continuation.finish()
    } twin: {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task {
        continuation.yield(1)
        continuation.yield(2)
      }
      var iterator = stream.makeAsyncIterator()
      _ = await iterator.next()
      _ = await iterator.next()
      continuation.finish()
    },
    asyncPair("childOfAGroup", "GCD107") {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {}
        group.addTask { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        await group.waitForAll()
      }
    } twin: {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {}
        group.addTask { await Task.yield() }
        await group.waitForAll()
      }
    },
    asyncPair("asyncLetNeverEnds", "GCD107") {
      async let value: Void = withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      await value
    } twin: {
      async let value: Void = Task.yield()
      await value
    },
    asyncPair("mailboxThatStaysEmpty", "GCD107") {
      let mailbox = Mailbox()
      await mailbox.take()
    } twin: {
      let mailbox = Mailbox()
      let sender = Task { await mailbox.put() }
      await mailbox.take()
      await sender.value
    },
    asyncPair("tasksThatAwaitEachOther", "GCD102") {
      let other = Box<Task<Void, Never>?>(nil)
      let first = Task {
        while other.value == nil { await Task.yield() }
        await other.value?.value
      }
      let second = Task { await first.value }
      other.value = second
      await first.value
    } twin: {
      let first = Task { await Task.yield() }
      let second = Task { await first.value }
      await second.value
    },
    asyncPair("semaphoreInATask", "GCD103") {
      await Task { DispatchSemaphore(value: 0).blocks() }.value
    } twin: {
      await Task {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { done.signal() }
        done.blocks()
      }.value
    },
    asyncPair("groupInATask", "GCD104") {
      await Task {
        let group = DispatchGroup()
        group.enter()
        group.blocks()
      }.value
    } twin: {
      await Task {
        let group = DispatchGroup()
        group.enter()
        DispatchQueue.global().async { group.leave() }
        group.blocks()
      }.value
    },
    asyncPair("queuesBehindTasks", "GCD102") {
      let (a, b, meeting) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"), Meeting(of: 2))
      let first = Task.detached { a.sync { meeting.attend { b.sync {} } } }
      let second = Task.detached { b.sync { meeting.attend { a.sync {} } } }
      await first.value
      await second.value
    } twin: {
      let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
      let first = Task.detached { a.sync { b.sync {} } }
      let second = Task.detached { a.sync { b.sync {} } }
      await first.value
      await second.value
    },
    asyncPair("taskThatBlocksForATask", "GCD107") {
      let done = DispatchSemaphore(value: 0)
      Task {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        done.signal()
      }
      done.blocks()
    } twin: {
      let done = DispatchSemaphore(value: 0)
      // A block has a thread of its own; a task might find none.
      DispatchQueue.global().async { done.signal() }
      done.blocks()
    },
    asyncPair("yieldsForEver", "GCD402") {
      let isDone = Box(false)
      while !isDone.value { await Task.yield() }
    } twin: {
      let isDone = Box(false)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.002) { isDone.value = true }
      while !isDone.value { await Task.yield() }
    },
  ].flatMap { $0 }
}

extension DispatchSemaphore {
  /// Waiting is not allowed in async code, and happens there.
  fileprivate func blocks() { wait() }
}

extension DispatchGroup {
  fileprivate func blocks() { wait() }
}
