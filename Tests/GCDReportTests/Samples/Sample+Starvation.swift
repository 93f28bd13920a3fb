// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

extension Sample {
  static var starvation: [(name: String, finding: Finding)] {
    [
      ("GCD103-semaphore", semaphore), ("GCD103-queued-signal", queuedSignal), ("GCD104-wait", groupWait),
      ("GCD104-notify", groupNotify),
      ("GCD104-other-order", groupInOtherOrder), ("GCD105-read", blockedRead), ("GCD106-pool", pool),
      ("GCD106-cooperative", cooperativePool),
      ("GCD107-continuation", continuation), ("GCD108-lock", resumeUnderLock),
      ("GCD209-continuation", resumedTwice), ("GCD210-stream", secondConsumer),
      ("GCD501-actor", overtakenActor),
      ("GCD304-lock", lockAcrossSuspension),
    ]
  }

  static var semaphore: Finding {
    let wait = at("Sources/App/Login.swift", 19, 17)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(waiter: "main thread", .wait, for: loginSemaphore, at: wait, wakers: [.nobody]),
          initialValue: 0,
          ledger: Ledger(
            loginSemaphore,
            rows: [
              LedgerRow(step: 8, "main thread", .wait, 0, to: -1, at: wait, in: "Login.wait()")
            ]))),
      participants: [
        Participant(
          "main thread", .blocked(in: .wait, on: loginSemaphore),
          stack: [
            frame("Login.wait()", wait),
            frame("LoginTests.testWrongPassword()", at("Tests/AppTests/LoginTests.swift", 40, 11)),
          ])
      ],
      context: context("AppTests.LoginTests/testWrongPassword", schedule: 12, strategy: "random"))
  }

  static var queuedSignal: Finding {
    let wait = at("Sources/App/Login.swift", 19, 17)
    let signal = at("Sources/App/Login.swift", 17, 21)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "worker 1", .wait, for: loginSemaphore, at: wait,
            wakers: [.queuedBlock(.signal, queue: cache, location: signal)]), initialValue: 0)),
      participants: [
        Participant(
          "worker 1", .blocked(in: .wait, on: loginSemaphore), insideBlockOf: cache, iteration: 3,
          stack: [frame("closure #1 in Login.wait()", wait)])
      ],
      context: context("AppTests.LoginTests/testWait"))
  }

  static var groupLedger: Ledger {
    Ledger(
      uploaderGroup,
      rows: [
        LedgerRow(
          step: 2, "main thread", .enter, 0, to: 1, at: at("Sources/App/Uploader.swift", 24, 15),
          in: "Uploader.start()"),
        LedgerRow(
          step: 4, "main thread", .enter, 1, to: 2, at: at("Sources/App/Uploader.swift", 24, 15),
          in: "Uploader.start()"),
        LedgerRow(
          step: 7, "worker 2", .leave, 2, to: 1, at: at("Sources/App/Uploader.swift", 47, 19),
          in: "closure #1 in Uploader.start()"),
      ])
  }

  /// A leave is missing that schedules make in which two steps come in another order.
  static var groupInOtherOrder: Finding {
    let pages = ObjectName(.group, variable: "pages", created: at("Sources/App/Pages.swift", 6, 15))
    let lock = ObjectName(.lock, variable: "lock", created: at("Sources/App/Pages.swift", 7, 14))
    let wait = at("Sources/App/Pages.swift", 33, 11)
    let enter = at("Sources/App/Pages.swift", 29, 13)
    let leave = at("Sources/App/Pages.swift", 21, 13)
    let take = at("Sources/App/Pages.swift", 14, 10)
    return Finding(
      .groupNeverEmpty(
        GroupNeverEmpty(
          pages, count: 1,
          .wait(WaitEdge(waiter: "main thread", .groupWait, for: pages, at: wait, wakers: [.nobody])),
          ledger: Ledger(
            pages,
            rows: [
              LedgerRow(step: 1, "main thread", .enter, 0, to: 1, at: enter, in: "Pages.load()"),
              LedgerRow(step: 2, "main thread", .enter, 1, to: 2, at: enter, in: "Pages.load()"),
              LedgerRow(step: 8, "worker 2", .leave, 2, to: 1, at: leave, in: "Pages.take()"),
            ]))),
      participants: [
        Participant("main thread", .blocked(in: .groupWait, on: pages), stack: [frame("Pages.load()", wait)])
      ],
      context: context("AppTests.PagesTests/testLoad", schedule: 4, strategy: "surw"),
      remarks: [
        .otherOrder(
          OrderDifference(
            StepLine(9, "worker 1", .lock, lock, at: take),
            before: StepLine(6, "worker 2", .lock, lock, at: take))),
        .fewerCalls(.leave, on: pages, at: leave, passing: 2, here: 1),
      ])
  }

  static var groupWait: Finding {
    let wait = at("Sources/App/Uploader.swift", 60, 15)
    return Finding(
      .groupNeverEmpty(
        GroupNeverEmpty(
          uploaderGroup, count: 1,
          .wait(WaitEdge(waiter: "main thread", .groupWait, for: uploaderGroup, at: wait, wakers: [.nobody])),
          ledger: groupLedger)),
      participants: [
        Participant(
          "main thread", .blocked(in: .groupWait, on: uploaderGroup),
          stack: [frame("Uploader.finish()", wait)])
      ],
      context: context("AppTests.UploaderTests/testError", schedule: 3, strategy: "random"))
  }

  static var groupNotify: Finding {
    let group = ObjectName(.group, label: "loading")
    let notify = CodeLocation(file: "loading.gcd.yaml", line: 24, column: 5)
    return Finding(
      .groupNeverEmpty(
        GroupNeverEmpty(
          group, count: 1, .notify(participant: "main thread", location: notify, queue: main),
          wakers: [
            .endedWithout(.leave, [CodeLocation(file: "loading.gcd.yaml", line: 14, column: 7)]), .nobody,
          ],
          ledger: Ledger(
            group,
            rows: [
              LedgerRow(
                step: 1, "main thread", .enter, 0, to: 1,
                at: CodeLocation(file: "loading.gcd.yaml", line: 9, column: 5)),
              LedgerRow(step: 5, "main thread", .notify, 1, to: 1, at: notify),
            ]))),
      at: notify, context: scenario("loading.gcd.yaml", schedule: 2, token: "g1.1"))
  }

  static var blockedRead: Finding {
    let pipe = ObjectName(.readSource, label: "file descriptor 5")
    let read = at("Sources/App/Tail.swift", 25, 22)
    return Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .read,
          WaitEdge(
            waiter: "worker 1", .read, for: pipe, at: read,
            wakers: [.queuedBlock(.none, queue: cache, location: at("Sources/App/Tail.swift", 31, 9))]))),
      participants: [
        Participant(
          "worker 1", .blockedInCall(name: "read"), insideBlockOf: cache,
          stack: [frame("closure #1 in Tail.start()", read)])
      ],
      context: context("AppTests.TailTests/testTail"))
  }

  static var pool: Finding {
    let group = ObjectName(.group, label: "all")
    let edges = (1...64).map { number in
      WaitEdge(
        waiter: "worker \(number)", .wait, for: loginSemaphore, at: at("Sources/App/Batch.swift", 15, 12),
        wakers: [])
    }
    let caller = [frame("Batch.run(_:)", at("Sources/App/Batch.swift", 12, 30))]
    return Finding(
      .poolExhausted(
        ExhaustedPool(
          needed: 65, width: 64, edges: edges,
          queued: [
            Submission(.async, queue: global, stack: caller), Submission(.async, queue: group, stack: caller),
          ],
          queuedCount: 5)),
      at: at("Sources/App/Batch.swift", 15, 12),
      context: {
        var context = context("AppTests.BatchTests/testBatch")
        context.poolWidth = 64
        return context
      }())
  }

  static var cooperativePool: Finding {
    let wait = at("Sources/App/Bridge.swift", 12, 10)
    let caller = [frame("Bridge.load()", at("Sources/App/Bridge.swift", 9, 5))]
    let waiter = "task made at Bridge.swift:8"
    let answer = ObjectName(.semaphore, created: at("Sources/App/Bridge.swift", 7, 14), ordinal: 1)
    return Finding(
      .poolExhausted(
        ExhaustedPool(
          needed: 2, width: 1,
          edges: [WaitEdge(waiter: waiter, .wait, for: answer, at: wait, wakers: [])],
          queued: [Submission(.async, queue: ObjectName(.cooperativePool), stack: caller)], queuedCount: 1,
          isCooperative: true)),
      at: wait,
      context: {
        var context = context("AppTests.BridgeTests/testBridge")
        context.cooperativeWidth = 1
        return context
      }())
  }

  static var continuation: Finding {
    Finding(
      .taskNeverFinishes(
        TaskNeverFinishes(
          participant: "task made at Fetch.swift:4", at: at("Sources/App/Fetch.swift", 8, 20),
          continuation: at("Sources/App/Fetch.swift", 9, 5),
          awaiters: [ParticipantPlace("test body", at: at("Sources/App/Fetch.swift", 5, 9))])),
      at: at("Sources/App/Fetch.swift", 8, 20),
      participants: [
        Participant(
          "task made at Fetch.swift:4", .blockedInCall(name: "await"),
          stack: [frame("Fetch.load()", at("Sources/App/Fetch.swift", 8, 20))],
          origin: TaskOrigin(.childInGroup, of: "test body"))
      ], context: context("AppTests.FetchTests/testFetch"))
  }

  static var resumeUnderLock: Finding {
    let (resume, handler) = (at("Sources/App/Waiter.swift", 28, 18), at("Sources/App/Waiter.swift", 24, 10))
    let (finisher, canceller) = ("task made at Waiter.swift:34", "task made at Waiter.swift:35")
    let lock = ObjectName(.lock, created: at("Sources/App/Waiter.swift", 4, 14), ordinal: 1)
    return Finding(
      .waitCycle(
        WaitCycle([
          WaitEdge(
            waiter: finisher, .resumeTask,
            for: ObjectName(.taskStatus, label: "task made at Waiter.swift:33"),
            heldBy: canceller, at: resume, heldSince: at("Sources/App/Waiter.swift", 35, 13),
            wakers: [.call(.unlock, by: canceller, location: handler)]),
          WaitEdge(
            waiter: canceller, .lock, for: lock, heldBy: finisher, at: handler,
            heldSince: at("Sources/App/Waiter.swift", 26, 10),
            wakers: [.call(.unlock, by: finisher, location: resume)]),
        ])), at: resume, context: context("AppTests.WaiterTests/testCancel"))
  }

  static var overtakenActor: Finding {
    let check = at("Tests/AppTests/BankTests.swift", 31, 5)
    return Finding(
      .testFailed(
        TestFailure(
          .assertion(message: "Expectation failed: balance >= 0"), by: "test body",
          stateChanges: [
            StateChange(
              of: ObjectName(.actor, label: "Account", ordinal: 1),
              suspended: ParticipantPlace("task 1", at: at("Sources/App/Bank.swift", 12, 5)),
              resumed: at("Sources/App/Bank.swift", 13, 5),
              by: ParticipantPlace("task 2", at: at("Sources/App/Bank.swift", 13, 5)),
              writes: [PropertyWrite("balance", before: "100", after: "20")],
              ownWrites: [
                PropertyWrite("balance", before: "20", after: "-60"),
                PropertyWrite("entries", before: "1 element", after: "2 elements"),
                PropertyWrite("owner", before: nil, after: nil),
                PropertyWrite("limit", before: "0", after: "1"),
              ])
          ],
          order: OrderDifference(
            StepLine(
              14, "task 2", .enterActor, ObjectName(.actor, label: "Account", ordinal: 1),
              at: at("Sources/App/Bank.swift", 13, 5)),
            before: StepLine(
              12, "task 1", .enterActor, ObjectName(.actor, label: "Account", ordinal: 1),
              at: at("Sources/App/Bank.swift", 10, 3)))
        )), at: check, context: context("AppTests.BankTests/testWithdraw"))
  }

  static var secondConsumer: Finding {
    let second = at("Sources/App/Feed.swift", 14, 15)
    return Finding(
      .secondConsumer(
        SecondConsumer(
          after: ParticipantPlace("task 1", at: at("Sources/App/Feed.swift", 9, 15)),
          second: ParticipantPlace("task 2", at: second))), at: second,
      context: context("AppTests.FeedTests/testSubscribers"))
  }

  static var resumedTwice: Finding {
    let second = at("Sources/App/Fetch.swift", 14, 30)
    return Finding(
      .continuationResumedTwice(
        ContinuationResumedTwice(
          of: ObjectName(.swiftTask, created: at("Sources/App/Fetch.swift", 4, 3), ordinal: 1),
          awaitedAt: at("Sources/App/Fetch.swift", 8, 20),
          first: ParticipantPlace("worker 1", at: at("Sources/App/Fetch.swift", 11, 30)),
          second: ParticipantPlace("worker 2", at: second))), at: second,
      context: context("AppTests.FetchTests/testTimeout"))
  }

  static var lockAcrossSuspension: Finding {
    let (task, suspended) = ("task made at Store.swift:12", at("Sources/App/Store.swift", 15, 11))
    return Finding(
      .lockAcrossSuspension(
        LockAcrossSuspension(
          ObjectName(.lock, created: at("Sources/App/Store.swift", 4, 14), ordinal: 1), by: task,
          takenAt: at("Sources/App/Store.swift", 13, 10), suspendedAt: suspended)), at: suspended,
      context: context("AppTests.StoreTests/testSave"))
  }
}
