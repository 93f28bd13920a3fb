// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// A lease of a connection, for which one task waits at a time.
private actor Lease {
  private var waiting: Continuation?
  private var isFree = false
  private let resumesReplaced: Bool

  init(resumesReplaced: Bool) { self.resumesReplaced = resumesReplaced }

  func wait() async {
    if isFree { return }
    await withCheckedContinuation { continuation in
      if resumesReplaced { waiting?.resume() }
      waiting = continuation
    }
  }

  func free() {
    isFree = true
    waiting?.resume()
    waiting = nil
  }

  static func run(resumesReplaced: Bool) async {
    let lease = Lease(resumesReplaced: resumesReplaced)
    async let first: Void = lease.wait()
    async let timer: Void = lease.wait()
    async let free: Void = lease.free()
    _ = await (first, timer, free)
  }
}

/// An answer that comes from two sides.
private final class Answer: Sendable {
  private let state = Guarded<(continuation: Continuation?, hasAnswered: Bool)>((nil, false))
  private let looksUnderLock: Bool

  init(_ continuation: Continuation, looksUnderLock: Bool) {
    state.with { $0.continuation = continuation }
    self.looksUnderLock = looksUnderLock
  }

  func arrive() {
    if looksUnderLock {
      let continuation = state.with { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume()
    } else if !state.with({ $0.hasAnswered }) {
      let continuation = state.with { $0.continuation }
      state.with { $0.hasAnswered = true }
      continuation?.resume()
    }
  }
}

private func requestWithDeadline(looksUnderLock: Bool) async {
  let sides = DispatchGroup()
  await withCheckedContinuation { continuation in
    let answer = Answer(continuation, looksUnderLock: looksUnderLock)
    DispatchQueue.global().async(group: sides) { answer.arrive() }
    DispatchQueue.global().async(group: sides) { answer.arrive() }
  }
  await withCheckedContinuation { continuation in
    sides.notify(queue: .global()) { continuation.resume() }
  }
}

private func requestThatDisconnects(looksUnderLock: Bool) async {
  let sides = Guarded<[Task<Void, Never>]>([])
  await withCheckedContinuation { continuation in
    let answer = Answer(continuation, looksUnderLock: looksUnderLock)
    sides.with { $0 = (0..<2).map { _ in Task { answer.arrive() } } }
  }
  for side in sides.with({ $0 }) { await side.value }
}

/// A child process that may have ended before anything waits for it.
private final class Child: Sendable {
  private let state = Guarded<(continuation: Continuation?, hasEnded: Bool)>((nil, false))

  func end() {
    let continuation = state.with { state in
      defer { state.continuation = nil }
      state.hasEnded = true
      return state.continuation
    }
    continuation?.resume()
  }

  func wait(looksAgain: Bool) async {
    if state.with({ $0.hasEnded }) { return }
    await withCheckedContinuation { continuation in
      let hasEnded = state.with { state in
        if !state.hasEnded || !looksAgain { state.continuation = continuation }
        return state.hasEnded && looksAgain
      }
      if hasEnded { continuation.resume() }
    }
  }

  static func run(looksAgain: Bool) async {
    let child = Child()
    let ends = Task { child.end() }
    await child.wait(looksAgain: looksAgain)
    await ends.value
  }
}

/// A timer that answers once, unless it is cancelled.
private func waitForTimer(answersCancel: Bool) async {
  let queue = DispatchQueue(label: "timer")
  let source = DispatchSource.makeTimerSource(queue: queue)
  let canceller = Task { source.cancel() }
  await withCheckedContinuation { continuation in
    let waiting = Guarded<Continuation?>(continuation)
    source.setEventHandler { waiting.take()?.resume() }
    if answersCancel { source.setCancelHandler { waiting.take()?.resume() } }
    source.schedule(deadline: .now())
    source.activate()
  }
  await canceller.value
}

extension AsyncDefect {
  static let continuations: [AsyncDefect] = [
    AsyncDefect("continuationReplaced", "GCD107") {
      await Lease.run(resumesReplaced: false)
    } twin: {
      await Lease.run(resumesReplaced: true)
    },
    AsyncDefect("deadlineAndFailure", "GCD209") {
      await requestWithDeadline(looksUnderLock: false)
    } twin: {
      await requestWithDeadline(looksUnderLock: true)
    },
    AsyncDefect("responseAndDisconnect", "GCD209") {
      await requestThatDisconnects(looksUnderLock: false)
    } twin: {
      await requestThatDisconnects(looksUnderLock: true)
    },
    AsyncDefect("exitMissed", "GCD107") {
      await Child.run(looksAgain: false)
    } twin: {
      await Child.run(looksAgain: true)
    },
    AsyncDefect("cancelledSourceNeverAnswers", "GCD107") {
      await waitForTimer(answersCancel: false)
    } twin: {
      await waitForTimer(answersCancel: true)
    },
  ]
}
