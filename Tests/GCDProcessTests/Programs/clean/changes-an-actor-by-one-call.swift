// Licensed under the Apache License, Version 2.0; see LICENSE.

actor Wallet {
  private(set) var money = 0
  func pay(_ amount: Int) { money += amount }
}

func pay(_ amount: Int, into wallet: Wallet) async -> Int {
  await wallet.pay(amount)
  return await wallet.money
}

let wallet = Wallet()
await withTaskGroup(of: Void.self) { group in
  for amount in [10, 20] {
    group.addTask { _ = await pay(amount, into: wallet) }
  }
}
let money = await wallet.money
precondition(money == 30, "a payment is lost")
