// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import Testing

private actor Account {
  var balance = 0
  func deposit(_ sum: Int) { balance += sum }
}

/// What Swift concurrency puts in order, where it runs on queues.
@Suite struct ConcurrencyOrderTests {
  @Test func tasksAndActors() async {
    await withDeterministicScheduling(schedules: 500) {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        for sum in 1...3 { group.addTask { await account.deposit(sum) } }
      }
      let balance = await account.balance
      try require(balance == 6)
    }
  }
}
