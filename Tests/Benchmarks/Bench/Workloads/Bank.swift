// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// W3: tellers move money between accounts, each of which has a lock; locks are taken in the accounts' order.
func runBank(tellers: Int, transfers: Int) {
  let bank = Bank(accounts: 10)
  runTogether(tellers) { teller in
    for transfer in 0..<transfers {
      let source = (teller * 7 + transfer * 3) % bank.accounts
      let target = (source + 1 + (teller + transfer) % (bank.accounts - 1)) % bank.accounts
      bank.move(1, from: source, to: target)
    }
  }
  precondition(bank.total == bank.accounts * 100, "money was made or lost")
}

// Each balance is touched only by whoever holds the semaphore of the same index.
private final class Bank: @unchecked Sendable {
  private let locks: [DispatchSemaphore]
  private let balances: UnsafeMutablePointer<Int>
  let accounts: Int

  init(accounts: Int) {
    self.accounts = accounts
    locks = (0..<accounts).map { _ in DispatchSemaphore(value: 1) }
    balances = .allocate(capacity: accounts)
    balances.initialize(repeating: 100, count: accounts)
  }

  deinit { balances.deallocate() }

  func move(_ amount: Int, from source: Int, to target: Int) {
    locks[min(source, target)].wait()
    locks[max(source, target)].wait()
    balances[source] -= amount
    balances[target] += amount
    locks[max(source, target)].signal()
    locks[min(source, target)].signal()
  }

  /// Only after all tellers are done.
  var total: Int { (0..<accounts).reduce(0) { $0 + balances[$1] } }
}
