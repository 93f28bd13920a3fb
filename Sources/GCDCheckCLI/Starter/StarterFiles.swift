// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The files that `init` writes: the same mistake, as a scenario and as a test.
enum StarterFiles {
  static let scenario = """
    # Two accounts, each with a queue of its own. A transfer holds the first queue while it waits for the
    # second; a transfer the other way round does the opposite. Under some schedules both wait forever.
    #
    # "expect" is the verdict that this file should get. It says clean, so that gcdcheck fuzz shows the
    # deadlock as a failure; with "expect: wait-cycle" it documents the deadlock, and fuzz exits with 0.
    expect: clean

    queues:
      savings: serial
      checking: serial

    steps:
      - async: savings               # from savings to checking
        do:
          - print: take 10 from savings
          - sync: checking
            do:
              - print: add 10 to checking
      - async: checking              # from checking to savings
        do:
          - print: take 5 from checking
          - sync: savings
            do:
              - print: add 5 to savings

    """

  static let test = """
    import Dispatch
    import GCDCheck
    import Testing

    /// Two accounts that transfer money to each other: each transfer holds one queue and waits for the other.
    private final class Account: @unchecked Sendable {
      private let queue: DispatchQueue
      private var balance = 100

      init(_ name: String) { queue = DispatchQueue(label: name) }

      func transfer(_ amount: Int, to other: Account) {
        queue.async {
          self.balance -= amount
          other.receive(amount)
        }
      }

      private func receive(_ amount: Int) {
        queue.sync { balance += amount }
      }
    }

    @Suite struct FirstDeadlockTests {
      /// Fails: run it, and read the report from the top. It passes once receive uses async.
      @Test func twoTransfersAtOnce() {
        withDeterministicScheduling {
          let savings = Account("savings")
          let checking = Account("checking")
          savings.transfer(10, to: checking)
          checking.transfer(5, to: savings)
        }
      }
    }

    """

  static let regressions = """
    gcdcheck keeps the schedules that failed a test here: a file for each test, a line of JSON for each
    finding. Commit them. Every later run of the test replays them before it explores; a line that no longer
    shows anything is named, and may be removed. Remove the folder .gcdcheck to keep nothing.

    """
}
