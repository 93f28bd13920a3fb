// Licensed under the Apache License, Version 2.0; see LICENSE.

actor Wallet {
  private(set) var money = 0
  func set(_ money: Int) { self.money = money }
}

func pay(_ amount: Int, into wallet: Wallet) async {
  let before = await wallet.money  // cause
  await wallet.set(before + amount)
}

let wallet = Wallet()
await withTaskGroup(of: Void.self) { group in
  for amount in [10, 20] {
    group.addTask { await pay(amount, into: wallet) }
  }
}
let money = await wallet.money
precondition(money == 30, "a payment is lost")
