// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Senders that wait for a receiver, by number.
private final class Channel: Sendable {
  private struct State {
    var waiting: [Int: Continuation] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Guarded(State())
  private let remembersCancellation: Bool

  init(remembersCancellation: Bool) { self.remembersCancellation = remembersCancellation }

  func send(_ number: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.with { state in
          if state.cancelled.contains(number) { return true }
          state.waiting[number] = continuation
          return false
        }
        if isCancelled { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.with { state in
        if let waiting = state.waiting.removeValue(forKey: number) { return waiting as Continuation? }
        if remembersCancellation { state.cancelled.insert(number) }
        return nil
      }
      waiting?.resume()
    }
  }
}

/// A sequence that is set up by its first element.
private final class Merge: Sendable {
  private enum State { case initial, running, finished }
  private let state = Guarded(State.initial)
  private let allowsInitial: Bool

  init(allowsInitial: Bool) { self.allowsInitial = allowsInitial }

  func next() async throws {
    let isWrong = Guarded(false)
    await withTaskCancellationHandler {
      state.with { if $0 == .initial { $0 = .running } }
      await Task.yield()
    } onCancel: {
      let before = state.with { state in
        defer { state = .finished }
        return state
      }
      if before == .initial, !allowsInitial { isWrong.with { $0 = true } }
    }
    try check(!isWrong.with { $0 }, "cancelled in state initial")
  }
}

/// A connection that is given its requests by a task of its own.
private actor Connection {
  private var requests: Set<Int> = []
  private var early: Set<Int> = []
  private let toleratesEarlyCancel: Bool
  private(set) var isBroken = false

  init(toleratesEarlyCancel: Bool) { self.toleratesEarlyCancel = toleratesEarlyCancel }

  func schedule(_ request: Int) { if early.remove(request) == nil { requests.insert(request) } }

  func cancel(_ request: Int) {
    if requests.remove(request) != nil { return }
    if toleratesEarlyCancel { early.insert(request) } else { isBroken = true }
  }

  static func run(toleratesEarlyCancel: Bool) async throws {
    let connection = Connection(toleratesEarlyCancel: toleratesEarlyCancel)
    let scheduled = Task { await connection.schedule(1) }
    let cancelled = Task { await connection.cancel(1) }
    await scheduled.value
    await cancelled.value
    try check(await !connection.isBroken, "no request of that number")
  }
}

/// A channel with at most one read at a time.
private actor Reader {
  private var isReading = false
  private var waiting: [Continuation] = []
  private let store = Store()
  private let endsOnCancel: Bool

  init(endsOnCancel: Bool) { self.endsOnCancel = endsOnCancel }

  func read() async throws {
    if isReading { await withCheckedContinuation { waiting.append($0) } }
    isReading = true
    await store.add(1)
    if !endsOnCancel { try Task.checkCancellation() }
    end()
    try Task.checkCancellation()
  }

  private func end() {
    isReading = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  static func run(endsOnCancel: Bool) async {
    let reader = Reader(endsOnCancel: endsOnCancel)
    let first = Task { try await reader.read() }
    first.cancel()
    let second = Task { try await reader.read() }
    _ = await first.result
    _ = await second.result
  }
}

/// Downloads by number; a cancellation looks for its own in the table.
private actor Loader {
  private var table: [Int: Continuation] = [:]
  private var cancelled: Set<Int> = []
  private let keepsCancelled: Bool

  init(keepsCancelled: Bool) { self.keepsCancelled = keepsCancelled }

  nonisolated func load(_ number: Int) async {
    await withTaskCancellationHandler {
      await wait(number)
    } onCancel: {
      Task { await self.cancel(number) }
    }
  }

  private func wait(_ number: Int) async {
    await withCheckedContinuation { continuation in
      if cancelled.contains(number) { continuation.resume() } else { table[number] = continuation }
    }
  }

  private func cancel(_ number: Int) {
    if let waiting = table.removeValue(forKey: number) { return waiting.resume() }
    if keepsCancelled { cancelled.insert(number) }
  }
}

/// A download whose task arrives at its holder by a further task.
private actor Holder {
  private var task: Task<Bool, Never>?
  private var isCancelled = false

  func hold(_ task: Task<Bool, Never>) {
    self.task = task
    if isCancelled { task.cancel() }
  }

  func cancel(remembering: Bool) {
    isCancelled = remembering
    task?.cancel()
  }

  static func run(remembering: Bool) async throws {
    let (holder, gate) = (Holder(), Gate())
    let download = Task {
      await gate.wait()
      return Task.isCancelled
    }
    let held = Task { await holder.hold(download) }
    let cancelled = Task { await holder.cancel(remembering: remembering) }
    await held.value
    await cancelled.value
    await gate.open()
    try check(await download.value, "the download was not cancelled")
  }
}

/// Effects of a program, each under a key by which it can be cancelled.
private final class Effects: Sendable {
  private let tasks = Guarded<[String: Task<Bool, Never>]>([:])

  func start(_ key: String, _ body: @escaping @Sendable () async -> Bool) -> Task<Bool, Never> {
    tasks.with { tasks in
      let task = Task { await body() }
      tasks[key] = task
      return task
    }
  }

  func cancel(_ key: String) { tasks.with { $0[key] }?.cancel() }

  static func run(startsAtOnce: Bool) async throws {
    let (effects, gate) = (Effects(), Gate())
    let effect: @Sendable () async -> Bool = {
      await gate.wait()
      return !Task.isCancelled
    }
    let started = startsAtOnce ? effects.start("search", effect) : nil
    let starter = Task { started ?? effects.start("search", effect) }
    let canceller = Task { effects.cancel("search") }
    let task = await starter.value
    await canceller.value
    await gate.open()
    try check(await !task.value, "the effect ran although it was cancelled")
  }
}

/// A database with one writer at a time.
private actor Database {
  private var isInTransaction = false
  private let store = Store()

  func write(closesOnError: Bool) async throws {
    isInTransaction = true
    await store.add(1)
    if closesOnError {
      isInTransaction = false
    }
    try Task.checkCancellation()
    isInTransaction = false
  }

  var isClosed: Bool { !isInTransaction }

  static func run(closesOnError: Bool) async throws {
    let database = Database()
    let writer = Task { try await database.write(closesOnError: closesOnError) }
    let canceller = Task { writer.cancel() }
    _ = await writer.result
    await canceller.value
    try check(await database.isClosed, "a transaction was left open")
  }
}

private func sendAndCancel(_ channel: Channel) async {
  let sender = Task { await channel.send(1) }
  let canceller = Task { sender.cancel() }
  await canceller.value
  await sender.value
}

private func mergeAndCancel(_ merge: Merge) async throws {
  let consumer = Task { try await merge.next() }
  let canceller = Task { consumer.cancel() }
  await canceller.value
  try await consumer.value
}

private func loadAndCancel(_ loader: Loader) async {
  let load = Task { await loader.load(1) }
  load.cancel()
  await load.value
}

extension AsyncDefect {
  static let cancellation: [AsyncDefect] = [
    AsyncDefect("cancelledBeforeItWaits", "GCD107") {
      await sendAndCancel(Channel(remembersCancellation: false))
    } twin: {
      await sendAndCancel(Channel(remembersCancellation: true))
    },
    AsyncDefect("cancelledInInitialState", "GCD501") {
      try await mergeAndCancel(Merge(allowsInitial: false))
    } twin: {
      try await mergeAndCancel(Merge(allowsInitial: true))
    },
    AsyncDefect("cancelledBeforeScheduled", "GCD501") {
      try await Connection.run(toleratesEarlyCancel: false)
    } twin: {
      try await Connection.run(toleratesEarlyCancel: true)
    },
    AsyncDefect("cancelledWhileReading", "GCD107") {
      await Reader.run(endsOnCancel: false)
    } twin: {
      await Reader.run(endsOnCancel: true)
    },
    AsyncDefect("cancelledByALaterTask", "GCD107") {
      await loadAndCancel(Loader(keepsCancelled: false))
    } twin: {
      await loadAndCancel(Loader(keepsCancelled: true))
    },
    AsyncDefect("cancelledBeforeItsHolder", "GCD501") {
      try await Holder.run(remembering: false)
    } twin: {
      try await Holder.run(remembering: true)
    },
    AsyncDefect("cancelledBeforeItRegisters", "GCD501") {
      try await Effects.run(startsAtOnce: false)
    } twin: {
      try await Effects.run(startsAtOnce: true)
    },
    AsyncDefect("cancelledInATransaction", "GCD501") {
      try await Database.run(closesOnError: false)
    } twin: {
      try await Database.run(closesOnError: true)
    },
  ]
}
