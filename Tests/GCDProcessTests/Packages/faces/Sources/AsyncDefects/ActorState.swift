// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Counts, and is read where it is written.
private actor Tally {
  private(set) var count = 0
  private var waiting: Continuation?
  private let readsAgain: Bool

  init(readsAgain: Bool = true) { self.readsAgain = readsAgain }

  func add(_ number: Int) {
    count += number
    waiting?.resume()
    waiting = nil
  }

  func addAfterTheNext() async {
    let before = count
    await withCheckedContinuation { waiting = $0 }
    count = (readsAgain ? count : before) + 1
  }

  var isAwaited: Bool { waiting != nil }

  static func run(readsAgain: Bool) async throws {
    let tally = Tally(readsAgain: readsAgain)
    let late = Task { await tally.addAfterTheNext() }
    while await !tally.isAwaited { await Task.yield() }
    await tally.add(5)
    await late.value
    let count = await tally.count
    try check(count == 6, "counted to \(count)")
  }
}

/// Fails where it has been overtaken itself.
private actor Purse {
  private var coins = 10
  private let store = Store()
  private let checksLast: Bool

  init(checksLast: Bool) { self.checksLast = checksLast }

  func pay(_ price: Int) async {
    guard coins >= price else { return }
    await store.add(price)
    if checksLast, coins < price { return }
    precondition(coins >= price, "paid with coins that are gone")
    coins -= price
  }

  static func run(checksLast: Bool) async {
    let purse = Purse(checksLast: checksLast)
    async let first: Void = purse.pay(7)
    async let second: Void = purse.pay(7)
    _ = await (first, second)
  }
}

/// Fails by the order of two calls, each of which is sound; what they write in the actor is no cause.
private func callInOrder(waits: Bool) async throws {
  let (tally, store) = (Tally(), Store())
  let first = Task {
    for _ in 0..<2 { await tally.add(1) }
    await store.add(1)
  }
  let second = Task {
    if waits { await first.value }
    for _ in 0..<2 { await tally.add(1) }
    await store.add(2)
  }
  await first.value
  await second.value
  let entries = await store.entries
  try check(entries == [1, 2], "stored as \(entries)")
}

extension AsyncDefect {
  static let actorState: [AsyncDefect] = [
    AsyncDefect("countedFromAnOldValue", "GCD501") {
      try await Tally.run(readsAgain: false)
    } twin: {
      try await Tally.run(readsAgain: true)
    },
    AsyncDefect("paidWithCoinsThatAreGone", "GCD501") {
      await Purse.run(checksLast: false)
    } twin: {
      await Purse.run(checksLast: true)
    },
    AsyncDefect("storedInTheWrongOrder", "GCD501") {
      try await callInOrder(waits: false)
    } twin: {
      try await callInOrder(waits: true)
    },
  ]
}
