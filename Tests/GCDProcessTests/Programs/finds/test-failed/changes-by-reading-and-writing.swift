// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

final class Wallet {
  private let queue = DispatchQueue(label: "wallet")
  private var money = 0

  var balance: Int {
    get { queue.sync { money } }
    set { queue.sync { money = newValue } }
  }

  func pay(_ amount: Int) {
    let before = balance  // cause
    balance = before + amount
  }
}

let wallet = Wallet()
let payments = DispatchGroup()
for amount in [10, 20] {
  DispatchQueue.global().async(group: payments) { wallet.pay(amount) }
}
payments.wait()
precondition(wallet.balance == 30, "a payment is lost")
