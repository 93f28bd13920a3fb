// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

extension Sample {
  static var objects: [(name: String, finding: Finding)] {
    [
      ("GCD205-suspended", leftSuspended), ("GCD205-waited-for", leftSuspendedAndWaitedFor),
      ("GCD205-entered", leftEntered), ("GCD208-timer", droppedTimer), ("GCD301-orders", orders),
      ("GCD303-barrier", globalBarrier), ("GCD401-race", race),
    ]
  }

  static var leftSuspended: Finding {
    let queue = ObjectName(.serialQueue, label: "com.acme.log")
    return Finding(
      .leftSuspended(
        LeftSuspended(
          .suspended, queue, count: 1,
          pending: [
            Submission(
              .async, queue: queue, stack: [frame("Log.write(_:)", at("Sources/App/Log.swift", 27, 11))])
          ], pendingCount: 3,
          ledger: Ledger(
            queue,
            rows: [
              LedgerRow(
                step: 3, "main thread", .suspend, 0, to: 1, at: at("Sources/App/Log.swift", 21, 11),
                in: "Log.pause()")
            ]))),
      at: at("Sources/App/Log.swift", 21, 11), context: context("AppTests.LogTests/testPause"))
  }

  static var leftSuspendedAndWaitedFor: Finding {
    let queue = ObjectName(.serialQueue, label: "com.acme.log")
    let sync = at("Sources/App/Log.swift", 40, 11)
    return Finding(
      .leftSuspended(
        LeftSuspended(
          .inactive, queue,
          waiter: WaitEdge(waiter: "main thread", .sync, for: queue, at: sync, wakers: [.resume(queue)]))),
      participants: [
        Participant("main thread", .blocked(in: .sync, on: queue), stack: [frame("Log.flush()", sync)])
      ],
      context: context("AppTests.LogTests/testFlush"))
  }

  static var leftEntered: Finding {
    Finding(
      .leftSuspended(LeftSuspended(.entered, uploaderGroup, count: 1, ledger: groupLedger)),
      at: at("Sources/App/Uploader.swift", 24, 15), context: context("AppTests.UploaderTests/testGiveUp"))
  }

  static var droppedTimer: Finding {
    Finding(
      .sourceDropped(
        DroppedSource(
          timer, at: at("Sources/App/Poller.swift", 19, 3), hasCancelHandler: true,
          nextEvent: 1_500_000_000)),
      at: at("Sources/App/Poller.swift", 19, 3), context: context("AppTests.PollerTests/testTick"))
  }

  static var orders: Finding {
    let first = ObjectName(.lock, label: "accounts")
    let second = ObjectName(.lock, label: "journal")
    return Finding(
      .lockOrderInversion(
        LockOrderInversion([
          WaitEdge(
            waiter: "main thread", .lock, for: second, heldBy: nil, at: at("Sources/App/Bank.swift", 12, 9),
            heldSince: at("Sources/App/Bank.swift", 10, 9)),
          WaitEdge(
            waiter: "worker 1", .lock, for: first, heldBy: nil, at: at("Sources/App/Bank.swift", 24, 9),
            heldSince: at("Sources/App/Bank.swift", 22, 9)),
        ])),
      at: at("Sources/App/Bank.swift", 12, 9),
      context: {
        var context = context("AppTests.BankTests/testTransfer")
        context.verdict = .potential
        return context
      }())
  }

  static var globalBarrier: Finding {
    Finding(
      .barrierOnGlobalQueue(GlobalBarrier(.barrierAsync, on: global)),
      at: at("Sources/App/Store.swift", 30, 26), context: context("AppTests.StoreTests/testWrite"))
  }

  static var race: Finding {
    Finding(
      .dataRace(
        DataRace(
          [
            .init(
              by: "worker 2", .writes, size: 8,
              stack: [frame("closure #1 in Store.add(_:)", at("Sources/App/Store.swift", 12, 20))],
              submission: Submission(
                .async, queue: global,
                stack: [frame("Store.add(_:)", at("Sources/App/Store.swift", 11, 18))])),
            .init(
              by: "test body", .reads, size: 8,
              stack: [frame("Store.count.getter", at("Sources/App/Store.swift", 8, 16))]),
          ], on: nil,
          in: .heap(
            bytes: 48, by: "test body",
            stack: [frame("Store.__allocating_init()", at("Sources/App/Store.swift", 4, 3))]))),
      at: at("Sources/App/Store.swift", 12, 20), context: context("AppTests.StoreTests/testAdd"))
  }
}
