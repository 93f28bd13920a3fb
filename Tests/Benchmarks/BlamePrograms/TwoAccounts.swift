// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A wrapper of the system's lock, as apps have one for `os_unfair_lock`.
final class UnfairLock {
  private let raw: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    raw = .allocate(capacity: 1)
    pthread_mutex_init(raw, nil)
  }

  deinit {
    pthread_mutex_destroy(raw)
    raw.deallocate()
  }

  func lock() { pthread_mutex_lock(raw) }
  func unlock() { pthread_mutex_unlock(raw) }
}

final class Account {
  let lock = UnfairLock()
  let number: Int
  var balance: Int

  init(number: Int, balance: Int) {
    self.number = number
    self.balance = balance
  }
}

func transfer(_ amount: Int, from source: Account, to target: Account) {
  let first = source.number < target.number ? source : target
  let second = source.number < target.number ? target : source
  first.lock.lock()
  second.lock.lock()
  if source.balance >= amount {
    source.balance -= amount
    target.balance += amount
  }
  second.lock.unlock()
  first.lock.unlock()
}

let checking = Account(number: 1, balance: 100)
let savings = Account(number: 2, balance: 100)
let transfers = DispatchGroup()
DispatchQueue.global().async(group: transfers) { transfer(30, from: checking, to: savings) }
DispatchQueue.global().async(group: transfers) { transfer(50, from: savings, to: checking) }
transfers.wait()
precondition(checking.balance == 120 && savings.balance == 80)
