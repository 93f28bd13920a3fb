// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A connection of a pool, with timers of its own.
private actor PooledConnection {
  private var isPinging = false
  private var isClosing = false
  private(set) var errors: [String] = []
  private let store = Store()
  private let looksFirst: Bool

  init(looksFirst: Bool) { self.looksFirst = looksFirst }

  func keepAlive() async {
    if looksFirst, isPinging || isClosing { return }
    if isPinging { errors.append("a second ping") }
    if isClosing { errors.append("a ping while it closes") }
    isPinging = true
    await store.add(1)
    isPinging = false
  }

  func closeIfIdle() async {
    if looksFirst, isPinging || isClosing { return }
    if isPinging { errors.append("closed during a ping") }
    isClosing = true
    await store.add(2)
  }

  private func verify() throws { try check(errors.isEmpty, errors.joined(separator: ", ")) }

  static func pingTwice(looksFirst: Bool) async throws {
    let connection = PooledConnection(looksFirst: looksFirst)
    let timer = Task {
      try? await Task.sleep(for: .seconds(30))
      await connection.keepAlive()
    }
    let lease = Task {
      try? await Task.sleep(for: .seconds(30))
      await connection.keepAlive()
    }
    await timer.value
    await lease.value
    try await connection.verify()
  }

  static func pingAndClose(looksFirst: Bool) async throws {
    let connection = PooledConnection(looksFirst: looksFirst)
    async let ping: Void = connection.keepAlive()
    async let idle: Void = connection.closeIfIdle()
    _ = await (ping, idle)
    try await connection.verify()
  }
}

/// A request with a time limit; what comes second must not count.
private actor Request {
  private var isDone = false
  private(set) var outcomes = 0
  private let store = Store()

  func finish(looksAgain: Bool) async {
    if isDone { return }
    await store.add(1)
    if looksAgain, isDone { return }
    isDone = true
    outcomes += 1
  }

  static func run(looksAgain: Bool) async throws {
    let request = Request()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await request.finish(looksAgain: looksAgain) }
      group.addTask {
        try? await Task.sleep(for: .microseconds(100))
        await request.finish(looksAgain: looksAgain)
      }
    }
    let outcomes = await request.outcomes
    try check(outcomes == 1, "\(outcomes) outcomes of one request")
  }
}

extension AsyncDefect {
  static let timers: [AsyncDefect] = [
    AsyncDefect("pingsAtTheSameTime", "GCD501") {
      try await PooledConnection.pingTwice(looksFirst: false)
    } twin: {
      try await PooledConnection.pingTwice(looksFirst: true)
    },
    AsyncDefect("pingAndIdleClose", "GCD501") {
      try await PooledConnection.pingAndClose(looksFirst: false)
    } twin: {
      try await PooledConnection.pingAndClose(looksFirst: true)
    },
    AsyncDefect("timeoutAndAnswer", "GCD501") {
      try await Request.run(looksAgain: false)
    } twin: {
      try await Request.run(looksAgain: true)
    },
  ]
}
