// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms

/// P3: as W3, with a thread for each teller and a mutex for each account.
func runThreadBank(tellers: Int, transfers: Int) {
  let bank = Bank(accounts: 10)
  runThreads(tellers) { teller in
    for transfer in 0..<transfers {
      let source = (teller * 7 + transfer * 3) % bank.accounts
      let target = (source + 1 + (teller + transfer) % (bank.accounts - 1)) % bank.accounts
      bank.move(1, from: source, to: target)
    }
  }
  precondition(bank.total == bank.accounts * 100, "money was made or lost")
}

// Each balance is touched only by whoever holds the mutex of the same index.
private final class Bank: @unchecked Sendable {
  private let locks: PosixMutexes
  private let balances: UnsafeMutablePointer<Int>
  let accounts: Int

  init(accounts: Int) {
    self.accounts = accounts
    locks = PosixMutexes(count: accounts)
    balances = .allocate(capacity: accounts)
    balances.initialize(repeating: 100, count: accounts)
  }

  deinit { balances.deallocate() }

  func move(_ amount: Int, from source: Int, to target: Int) {
    locks.lock(min(source, target))
    locks.lock(max(source, target))
    balances[source] -= amount
    balances[target] += amount
    locks.unlock(max(source, target))
    locks.unlock(min(source, target))
  }

  /// Only after all tellers are done.
  var total: Int { (0..<accounts).reduce(0) { $0 + balances[$1] } }
}
