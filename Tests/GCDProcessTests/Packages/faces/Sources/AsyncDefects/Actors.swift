// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A server that can be started and stopped.
private actor Server {
  private enum State { case idle, running, stopped }
  private var state = State.idle
  private var sockets = 0
  private let store = Store()
  private let looksAgain: Bool

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func start() async {
    guard state == .idle else { return }
    await store.add(1)
    if looksAgain, state != .idle { return }
    sockets += 1
    state = .running
  }

  func stop() {
    sockets = 0
    state = .stopped
  }

  var isStopped: Bool { sockets == 0 }

  static func run(looksAgain: Bool) async throws {
    let server = Server(looksAgain: looksAgain)
    async let start: Void = server.start()
    async let stop: Void = server.stop()
    _ = await (start, stop)
    try check(await server.isStopped, "a socket is open after the stop")
  }
}

/// What is computed from a document, until that changes.
private actor Index {
  private var version = 0
  private var cached: Int?
  private let store = Store()
  private let looksAgain: Bool

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func symbols() async -> Int {
    if let cached { return cached }
    let start = version
    await store.add(start)
    if !looksAgain || start == version { cached = start }
    return start
  }

  func change() {
    version += 1
    cached = nil
  }

  var isUpToDate: Bool { cached == nil || cached == version }

  static func run(looksAgain: Bool) async throws {
    let index = Index(looksAgain: looksAgain)
    async let symbols = index.symbols()
    async let change: Void = index.change()
    _ = await (symbols, change)
    try check(await index.isUpToDate, "the cache holds what was computed before the change")
  }
}

/// Messages, each handled by a task of its own.
private func handleMessages(inOrder: Bool) async throws {
  let store = Store()
  var handlers: [Task<Void, Never>] = []
  for message in 0..<3 {
    let last = inOrder ? handlers.last : nil
    handlers.append(
      Task {
        await last?.value
        await store.add(message)
      })
  }
  for handler in handlers { await handler.value }
  let entries = await store.entries
  try check(entries == [0, 1, 2], "the messages came as \(entries)")
}

/// Writes that go straight through while nothing is in the line.
private actor Writer {
  private var line: [Int] = []
  private(set) var written: [Int] = []
  private var isFlushing = false
  private let store = Store()
  private let looksAtFlush: Bool

  init(looksAtFlush: Bool) { self.looksAtFlush = looksAtFlush }

  func write(_ value: Int, straight: Bool) async {
    if straight, line.isEmpty, !(looksAtFlush && isFlushing) {
      written.append(value)
      return
    }
    line.append(value)
    await flush()
  }

  private func flush() async {
    if isFlushing { return }
    isFlushing = true
    while !line.isEmpty {
      let next = line.removeFirst()
      await store.add(next)
      written.append(next)
    }
    isFlushing = false
  }

  static func run(looksAtFlush: Bool) async throws {
    let writer = Writer(looksAtFlush: looksAtFlush)
    let first = Task { await writer.write(1, straight: false) }
    let second = Task {
      while await writer.isIdle { await Task.yield() }
      await writer.write(2, straight: true)
    }
    await first.value
    await second.value
    let written = await writer.written
    try check(written == [1, 2], "written as \(written)")
  }

  private var isIdle: Bool { !isFlushing && written.isEmpty }
}

/// What opens once, for all that wait.
private actor Door {
  private var isOpen = false
  private var waiting: [Continuation] = []
  private let store = Store()

  func wait(looksFirst: Bool) async {
    if looksFirst {
      if isOpen { return }
      await store.add(1)
    } else {
      await store.add(1)
      if isOpen { return }
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }

  static func run(looksFirst: Bool) async {
    let door = Door()
    async let wait: Void = door.wait(looksFirst: looksFirst)
    async let open: Void = door.open()
    _ = await (wait, open)
  }
}

/// A build that a second one must not enter.
private actor Build {
  private var isBuilding = false
  private(set) var isConfused = false
  private var before: Task<Void, Never>?
  private let store = Store()

  private func build() async {
    if isBuilding { isConfused = true }
    isBuilding = true
    await store.add(1)
    isBuilding = false
  }

  func start(afterTheLast: Bool) async {
    guard afterTheLast else { return await build() }
    let last = before
    let task = Task {
      await last?.value
      await build()
    }
    before = task
    await task.value
  }

  static func run(afterTheLast: Bool) async throws {
    let build = Build()
    async let first: Void = build.start(afterTheLast: afterTheLast)
    async let second: Void = build.start(afterTheLast: afterTheLast)
    _ = await (first, second)
    try check(await !build.isConfused, "two builds at once")
  }
}

/// A download that reports its end once.
private actor Download {
  private var hasEnded = false
  private(set) var reports = 0
  private let store = Store()

  func complete() async {
    await store.add(1)
    report()
  }

  func cancel(looks: Bool) {
    if !looks || !hasEnded { report() }
  }

  func completeOnce() async {
    await store.add(1)
    if !hasEnded { report() }
  }

  private func report() {
    hasEnded = true
    reports += 1
  }

  static func run(looks: Bool) async throws {
    let download = Download()
    let completed = Task { looks ? await download.completeOnce() : await download.complete() }
    let cancelled = Task { await download.cancel(looks: looks) }
    await completed.value
    await cancelled.value
    let reports = await download.reports
    try check(reports == 1, "\(reports) reports of one end")
  }
}

/// A balance that must not fall below zero.
private actor Account {
  private(set) var balance = 100
  private let store = Store()

  func withdraw(_ amount: Int, takesAtOnce: Bool) async {
    guard balance >= amount else { return }
    if takesAtOnce { balance -= amount }
    await store.add(amount)
    if !takesAtOnce { balance -= amount }
  }

  static func run(takesAtOnce: Bool) async throws {
    let account = Account()
    async let first: Void = account.withdraw(80, takesAtOnce: takesAtOnce)
    async let second: Void = account.withdraw(80, takesAtOnce: takesAtOnce)
    _ = await (first, second)
    let balance = await account.balance
    try check(balance >= 0, "the balance is \(balance)")
  }
}

/// A value that is loaded once.
private actor Loading {
  private var value: Int?
  private var task: Task<Int, Never>?
  private(set) var loads = 0
  private let store = Store()

  private func load() async -> Int {
    loads += 1
    await store.add(1)
    return 7
  }

  func get(keepsTask: Bool) async -> Int {
    if let task { return await task.value }
    if let value { return value }
    if keepsTask {
      let task = Task { await load() }
      self.task = task
      return await task.value
    }
    let loaded = await load()
    value = loaded
    return loaded
  }

  static func run(keepsTask: Bool) async throws {
    let loading = Loading()
    async let first = loading.get(keepsTask: keepsTask)
    async let second = loading.get(keepsTask: keepsTask)
    _ = await (first, second)
    let loads = await loading.loads
    try check(loads == 1, "loaded \(loads) times")
  }
}

extension AsyncDefect {
  static let actors: [AsyncDefect] = [
    AsyncDefect("stopDuringStart", "GCD501") {
      try await Server.run(looksAgain: false)
    } twin: {
      try await Server.run(looksAgain: true)
    },
    AsyncDefect("cacheOfAnOldVersion", "GCD501") {
      try await Index.run(looksAgain: false)
    } twin: {
      try await Index.run(looksAgain: true)
    },
    AsyncDefect("taskPerMessage", "GCD501") {
      try await handleMessages(inOrder: false)
    } twin: {
      try await handleMessages(inOrder: true)
    },
    AsyncDefect("fastPathOvertakes", "GCD501") {
      try await Writer.run(looksAtFlush: false)
    } twin: {
      try await Writer.run(looksAtFlush: true)
    },
    AsyncDefect("looksBeforeASuspension", "GCD107") {
      await Door.run(looksFirst: true)
    } twin: {
      await Door.run(looksFirst: false)
    },
    AsyncDefect("secondBuildEnters", "GCD501") {
      try await Build.run(afterTheLast: false)
    } twin: {
      try await Build.run(afterTheLast: true)
    },
    AsyncDefect("reportedTwice", "GCD501") {
      try await Download.run(looks: false)
    } twin: {
      try await Download.run(looks: true)
    },
    AsyncDefect("overdrawn", "GCD501") {
      try await Account.run(takesAtOnce: false)
    } twin: {
      try await Account.run(takesAtOnce: true)
    },
    AsyncDefect("loadedTwice", "GCD501") {
      try await Loading.run(keepsTask: false)
    } twin: {
      try await Loading.run(keepsTask: true)
    },
  ]
}
