// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

extension FaceProgram {
  static let continuations: [FaceProgram] = [
    asyncPair("neverResumed", "GCD107") {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    } twin: {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        continuation.resume()
      }
    },
    asyncPair("neverResumedInATask", "GCD107") {
      await Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }.value
    } twin: {
      await Task {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          DispatchQueue.global().async { continuation.resume() }
        }
      }.value
    },
    asyncPair("resumedOnSuccess", "GCD107") {
      let fails = Box(true)
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async { if !fails.value { continuation.resume() } }
      }
    } twin: {
      let fails = Box(true)
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async {
          _ = fails.value
          continuation.resume()
        }
      }
    },
    asyncPair("throwingNeverResumed", "GCD107") {
      try? await withUnsafeThrowingContinuation { (_: UnsafeContinuation<Void, any Error>) in }
    } twin: {
      try? await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        DispatchQueue.global().async { continuation.resume(throwing: CancellationError()) }
      }
    },
    asyncPair("secondRequestTakesTheHandler", "GCD107") {
      let handler = Box<(@Sendable () -> Void)?>(nil)
      @Sendable func request() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          handler.value = { continuation.resume() }
        }
      }
      async let first: Void = request()
      async let second: Void = request()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { handler.value?() }
      _ = await (first, second)
    } twin: {
      let handlers = Box<[@Sendable () -> Void]>([])
      @Sendable func request() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          handlers.change { $0.append { continuation.resume() } }
        }
      }
      async let first: Void = request()
      async let second: Void = request()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { for handler in handlers.value { handler() } }
      _ = await (first, second)
    },
    asyncPair("cancelledAndNeverResumed", "GCD107") {
      let task = Task {
        await withTaskCancellationHandler {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        } onCancel: {
        }
      }
      task.cancel()
      await task.value
    } twin: {
      let waiting = Box<UnsafeContinuation<Void, Never>?>(nil)
      let task = Task {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          waiting.value = continuation
        }
      }
      while waiting.value == nil { await Task.yield() }
      waiting.value?.resume()
      await task.value
    },
    asyncPair("itemCancelledThatWouldResume", "GCD107") {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let item = DispatchWorkItem { continuation.resume() }
        item.cancel()
        DispatchQueue.global().async(execute: item)
      }
    } twin: {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let item = DispatchWorkItem { continuation.resume() }
        DispatchQueue.global().async(execute: item)
      }
    },
    asyncPair("suspendedQueueThatWouldResume", "GCD205") {
      let queue = DispatchQueue(label: "paused")
      queue.suspend()
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        queue.async { continuation.resume() }
      }
    } twin: {
      let queue = DispatchQueue(label: "paused")
      queue.suspend()
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        queue.async { continuation.resume() }
        queue.resume()
      }
    },
    asyncPair("groupBehindAContinuation", "GCD104") {
      let group = DispatchGroup()
      group.enter()
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async {
          group.wait()
          continuation.resume()
        }
      }
    } twin: {
      let group = DispatchGroup()
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async {
          group.wait()
          continuation.resume()
        }
      }
    },
    asyncPair("semaphoreBehindAContinuation", "GCD103") {
      let permit = DispatchSemaphore(value: 0)
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async {
          permit.wait()
          continuation.resume()
        }
      }
    } twin: {
      let permit = DispatchSemaphore(value: 1)
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        DispatchQueue.global().async {
          permit.wait()
          continuation.resume()
          permit.signal()
        }
      }
    },
  ].flatMap { $0 }
}
