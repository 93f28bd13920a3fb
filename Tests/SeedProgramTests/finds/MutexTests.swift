// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Synchronization
import Testing

/// Orders of a `Mutex`, which the program locks in its own code while it is free.
@Suite struct MutexTests {
  private final class Cache: Sendable {
    private let value = Mutex<Int?>(nil)
    private let loads = Mutex(0)

    /// Looks and fills in two sections.
    func load() -> Int {
      if let value = value.withLock({ $0 }) { return value }
      loads.withLock { $0 += 1 }
      value.withLock { $0 = 5 }
      return 5
    }

    /// In one.
    func loadOnce() -> Int {
      value.withLock { value in
        if let value { return value }
        loads.withLock { $0 += 1 }
        value = 5
        return 5
      }
    }

    var loadCount: Int { loads.withLock { $0 } }
  }

  private struct LoadedTwice: Error {}

  private func useCache(_ load: @escaping @Sendable (Cache) -> Int) throws {
    let cache = Cache()
    together(2) { _ in _ = load(cache) }
    if cache.loadCount != 1 { throw LoadedTwice() }
  }

  @Test func anotherComesBetweenTwoSections() {
    expectFinding("GCD501", naming: "LoadedTwice") { try useCache { $0.load() } }
  }

  @Test func noneComesIntoASection() { expectClean { try useCache { $0.loadOnce() } } }

  private final class Account: Sendable {
    let balance = Mutex(100)

    func pay(_ amount: Int, to other: Account) {
      balance.withLock { own in
        own -= amount
        other.balance.withLock { $0 += amount }
      }
    }
  }

  @Test func twoAccountsPayEachOther() {
    let report = expectFinding("GCD102", naming: "lock 'balance'") {
      let (first, second) = (Account(), Account())
      together({ first.pay(5, to: second) }, { second.pay(7, to: first) })
    }
    #expect(report.contains("wait for each other"))
  }

  @Test func twoAccountsPayAThird() {
    expectClean {
      let (first, second, third) = (Account(), Account(), Account())
      together({ first.pay(5, to: third) }, { second.pay(7, to: third) })
      try require(third.balance.withLock { $0 } == 112)
    }
  }

  @Test func oneThatIsTakenIsNotWaitedFor() {
    var outcomes: Set<Int> = []
    expectClean {
      let (gate, entered) = (Account(), DispatchSemaphore(value: 0))
      let count = Mutex(0)
      together(2) { _ in
        let isFree = gate.balance.withLockIfAvailable { _ in entered.signal() } != nil
        if isFree { count.withLock { $0 += 1 } }
      }
      outcomes.insert(count.withLock { $0 })
    }
    #expect(outcomes == [1, 2])
  }

  /// What a search has gone through is not all, since free ones are taken by no step.
  @Test func noSearchIsComplete() {
    let exploration = exploreSchedules(schedules: 200) { try useCache { $0.loadOnce() } }
    #expect(exploration.findings.isEmpty)
    #expect(!exploration.isExhaustive)
  }

  /// A global that was used in schedules before this one is as it was in the first.
  @Test func eachScheduleFindsItFree() {
    let first = exploreSchedules(schedules: 40, seed: 3) {
      together(2) { _ in shared.balance.withLock { $0 += 1 } }
    }
    let second = exploreSchedules(schedules: 40, seed: 3) {
      together(2) { _ in shared.balance.withLock { $0 += 1 } }
    }
    #expect(first.findings.isEmpty && second.findings.isEmpty)
    #expect(first.distinctSchedules == second.distinctSchedules)
    #expect(first.distinctSchedules > 2)
  }

  private static let shared = Account()
  private var shared: Account { MutexTests.shared }
}
