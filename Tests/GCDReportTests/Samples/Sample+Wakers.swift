// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// What could still have ended a wait, and why it did not.
extension Sample {
  static var wakers: [(name: String, finding: Finding)] {
    [
      ("GCD102-step-by-step", mainAndQueueStepByStep), ("GCD102-queued-signal", signalBehindMain),
      ("GCD103-ended-without", endedWithoutSignal), ("GCD105-early-signal", earlySignal),
      ("GCD106-queued-blocks", queuedBlocks), ("GCD402-held-lock", heldLock),
      ("GCD103-kept-permit", keptPermit), ("GCD103-second-permit", secondPermit),
      ("GCD105-other-condition", otherCondition), ("GCD105-last-signal", lastSignal),
      ("GCD105-ended-without-lock", endedWithoutLock), ("GCD105-across-await", heldAcrossAwait),
      ("GCD103-silent-timer", silentTimer), ("GCD103-never-due", neverDue),
      ("GCD103-polled-for", polledFor),
      ("GCD104-open-channel", openChannel(nil)), ("GCD104-channel-awaits-data", openChannel(.data)),
      ("GCD105-stuck-child", stuckChild), ("GCD402-stuck-child", childThatReads),
    ] + operations
  }

  static var childThatReads: Finding {
    let wait = at("Sources/App/Tool.swift", 31, 13)
    var livelock = Livelock(
      .stepBound, steps: 20_990, spinning: ["main thread"],
      round: [
        StepLine(20_988, "clock", .timePasses), StepLine(20_989, "main thread", .poll, at: wait, .timedOut),
      ])
    livelock.child = StuckChild("", isWriting: false)
    return Finding(
      .livelock(livelock), at: wait,
      participants: [Participant("main thread", .spinning, stack: [frame("Tool.finish()", wait)])],
      context: context("AppTests.ToolTests/testFinish"))
  }

  static var stuckChild: Finding {
    let child = ObjectName(.childProcess, created: at("Sources/App/Tool.swift", 12, 15))
    let wait = at("Sources/App/Tool.swift", 20, 5)
    return Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .descriptor,
          WaitEdge(
            waiter: "main thread", .waitForProcess, for: child, at: wait,
            wakers: [.stuckChild(StuckChild("seq", isWriting: true))]))),
      participants: [
        Participant(
          "main thread", .blocked(in: .waitForProcess, on: child), stack: [frame("Tool.run()", wait)])
      ],
      context: context("AppTests.ToolTests/testRun"))
  }

  static func openChannel(_ need: ChannelNeed?) -> Finding {
    let group = ObjectName(
      .group, variable: need == nil ? nil : "pieces",
      created: at("Sources/App/Copy.swift", need == nil ? 7 : 8, 13))
    let wait = at("Sources/App/Copy.swift", 30, 9)
    let waker = Waker.openChannel(location: at("Sources/App/Copy.swift", 12, 17), awaits: need)
    return Finding(
      .groupNeverEmpty(
        GroupNeverEmpty(
          group, count: 1,
          .wait(WaitEdge(waiter: "main thread", .groupWait, for: group, at: wait, wakers: [waker, .nobody])))
      ),
      participants: [
        Participant("main thread", .blocked(in: .groupWait, on: group), stack: [frame("Copy.run()", wait)])
      ],
      context: context("AppTests.CopyTests/testCopy"))
  }

  static var neverDue: Finding {
    let found = ObjectName(.semaphore, created: at("Sources/App/Field.swift", 29, 13))
    let wait = at("Sources/App/Field.swift", 35, 7)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "main thread", .wait, for: found, at: wait,
            wakers: [.neverDue(location: at("Sources/App/Field.swift", 14, 18), count: 1), .nobody]),
          initialValue: 0)),
      participants: [
        Participant("main thread", .blocked(in: .wait, on: found), stack: [frame("Field.find()", wait)])
      ],
      context: context("AppTests.FieldTests/testFind"))
  }

  static var silentTimer: Finding {
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Heartbeat.swift", 10, 22))
    let timer = ObjectName(.timer, created: at("Sources/App/Heartbeat.swift", 13, 13))
    let wait = at("Sources/App/Heartbeat.swift", 31, 11)
    let scheduled = at("Sources/App/Heartbeat.swift", 14, 11)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "main thread", .wait, for: semaphore, at: wait,
            wakers: [.silentSource(source: timer, silence: .firedOnce, location: scheduled), .nobody]),
          initialValue: 0)),
      participants: [
        Participant(
          "main thread", .blocked(in: .wait, on: semaphore), stack: [frame("Heartbeat.waitForEnd()", wait)])
      ],
      context: context("AppTests.HeartbeatTests/testEnd"))
  }

  static var polledFor: Finding {
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Loader.swift", 5, 28))
    let wait = at("Sources/App/Loader.swift", 11, 22)
    let look = at("Sources/App/Loader.swift", 7, 36)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(waiter: "worker 1", .wait, for: semaphore, at: wait, wakers: [.onlyLoops]),
          initialValue: 0)),
      participants: [
        Participant("worker 1", .blocked(in: .wait, on: semaphore), stack: [frame("Loader.start()", wait)]),
        Participant("main thread", .spinning, stack: [frame("Loader.isLoaded.getter", look)]),
      ],
      context: context("AppTests.LoaderTests/testLoad"))
  }

  static var heldAcrossAwait: Finding {
    let lock = ObjectName(.lock, created: at("Sources/App/Journal.swift", 3, 14))
    let wait = at("Sources/App/Journal.swift", 13, 10)
    let waker = Waker.heldAcrossAwait(by: "task #1 made at Journal.swift:24", location: wait)
    return Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .lock,
          WaitEdge(
            waiter: "task #2 made at Journal.swift:24", .lock, for: lock, at: wait, wakers: [waker]))),
      participants: [
        Participant(
          "task #2 made at Journal.swift:24", .blocked(in: .lock, on: lock),
          stack: [frame("Journal.append(_:)", wait)])
      ],
      context: context("AppTests.JournalTests/testAppend"))
  }

  static var signalBehindMain: Finding {
    let wait = at("Sources/App/Login.swift", 19, 17)
    let submission = at("Sources/App/Login.swift", 16, 24)
    return Finding(
      .waitCycle(
        WaitCycle([
          WaitEdge(
            waiter: "main thread", .wait, for: loginSemaphore, heldBy: "a queued block", at: wait,
            wakers: [
              .queuedBlock(.signal, queue: main, location: submission, held: .participant("main thread"))
            ]),
          WaitEdge(
            waiter: "a queued block", .begin, for: main, heldBy: "main thread", at: submission,
            wakers: [.mainThread]),
        ])),
      participants: [
        Participant(
          "main thread", .blocked(in: .wait, on: loginSemaphore), stack: [frame("Login.wait()", wait)]),
        Participant(
          "a queued block", .waitingForWorker, insideBlockOf: main,
          submission: Submission(.async, queue: main, stack: [frame("Login.wait()", submission)])),
      ],
      steps: StepExcerpt([StepLine(4, "main thread", .async, main, at: submission)], of: 5),
      context: context("AppTests.LoginTests/testWait"))
  }

  static var endedWithoutSignal: Finding {
    let wait = at("Sources/App/Login.swift", 19, 17)
    let submission = at("Sources/App/Login.swift", 15, 11)
    var finding = Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "main thread", .wait, for: loginSemaphore, at: wait,
            wakers: [
              .endedWithout(.signal, [submission]),
              .stuckThread("worker 2", location: at("Sources/App/Net.swift", 90, 20), others: 1),
            ]), initialValue: 0)),
      participants: [
        Participant(
          "main thread", .blocked(in: .wait, on: loginSemaphore), stack: [frame("Login.wait()", wait)])
      ],
      steps: StepExcerpt(
        [
          StepLine(0, "main thread", .async, cache, at: submission), StepLine(1, "worker 1", .begin, cache),
          StepLine(2, "worker 1", .end, cache),
        ], of: 3),
      context: context("AppTests.LoginTests/testWrongPassword"))
    finding.recordedTrace = RecordedTrace(
      [
        RecordedTrace.Step(finding.steps.lines[0], block: 2),
        RecordedTrace.Step(finding.steps.lines[1], block: 2),
        RecordedTrace.Step(finding.steps.lines[2], block: 2),
      ], of: 3)
    finding.recordedTrace?.overtaking = []
    return finding
  }

  static var earlySignal: Finding {
    let condition = ObjectName(.condition, created: at("Sources/App/Mailbox.swift", 5, 19))
    let wait = at("Sources/App/Mailbox.swift", 17, 15)
    return Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .condition,
          WaitEdge(
            waiter: "main thread", .conditionWait, for: condition, at: wait,
            wakers: [
              .tooEarly(
                .signalCondition, by: "worker 1", location: at("Sources/App/Mailbox.swift", 11, 15), step: 3)
            ]))),
      participants: [
        Participant(
          "main thread", .blocked(in: .conditionWait, on: condition), stack: [frame("Mailbox.take()", wait)])
      ],
      context: context("AppTests.MailboxTests/testTake"))
  }

  static var keptPermit: Finding {
    starved(
      .keepsPermit(by: "main thread", location: at("Sources/App/Mailbox.swift", 9, 10)), initialValue: 1,
      in: "Mailbox.put()")
  }

  static var secondPermit: Finding {
    starved(
      .holdsPermit(by: "main thread", location: at("Sources/App/Mailbox.swift", 9, 10)), initialValue: 2,
      in: "Mailbox.putTwo()")
  }

  private static func starved(_ waker: Waker, initialValue: Int, in function: String) -> Finding {
    let wait = at("Sources/App/Mailbox.swift", 12, 10)
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Mailbox.swift", 4, 14))
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(waiter: "main thread", .wait, for: semaphore, at: wait, wakers: [waker]),
          initialValue: initialValue)),
      participants: [
        Participant("main thread", .blocked(in: .wait, on: semaphore), stack: [frame(function, wait)])
      ],
      context: context("AppTests.MailboxTests/testPut"))
  }

  static var otherCondition: Finding {
    let other = ObjectName(.condition, created: at("Sources/App/Mailbox.swift", 6, 19))
    return waitOnCondition(
      .signalledAnother(
        by: "worker 1", condition: other, location: at("Sources/App/Mailbox.swift", 11, 15)),
      in: "Mailbox.first()")
  }

  static var lastSignal: Finding {
    waitOnCondition(
      .lastSignal(
        .broadcastCondition, by: "worker 1", location: at("Sources/App/Mailbox.swift", 11, 15), step: 3),
      in: "Mailbox.next()")
  }

  static var endedWithoutLock: Finding {
    waitOnCondition(.endedWithoutLock(at("Sources/App/Mailbox.swift", 30, 11), count: 2), in: "Mailbox.all()")
  }

  private static func waitOnCondition(_ waker: Waker, in function: String) -> Finding {
    let condition = ObjectName(.condition, created: at("Sources/App/Mailbox.swift", 5, 19))
    let wait = at("Sources/App/Mailbox.swift", 17, 15)
    return Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .condition,
          WaitEdge(waiter: "main thread", .conditionWait, for: condition, at: wait, wakers: [waker]))),
      participants: [
        Participant(
          "main thread", .blocked(in: .conditionWait, on: condition), stack: [frame(function, wait)])
      ],
      context: context("AppTests.MailboxTests/testTake"))
  }

  static var queuedBlocks: Finding {
    let wait = at("Sources/App/Batch.swift", 15, 12)
    let edges = (1...4).map { number in
      WaitEdge(
        waiter: "worker \(number)", .wait,
        for: ObjectName(
          .semaphore, created: at("Sources/App/Batch.swift", 9, 17), ordinal: number, isPlaceShared: true),
        at: wait,
        wakers: [
          .queuedBlocks(
            count: 200, queue: global, location: at("Sources/App/Batch.swift", 12, 26), held: .noWorker)
        ])
    }
    return Finding(
      .poolExhausted(ExhaustedPool(needed: 5, width: 4, edges: edges, queued: [], queuedCount: 200)),
      participants: edges.map { edge in
        Participant(
          edge.waiter, .blocked(in: .wait, on: edge.resource), insideBlockOf: global,
          stack: [frame("closure #1 in Batch.run(_:)", wait)])
      },
      steps: StepExcerpt(
        (0..<4).map { StepLine(10 + $0, "worker \($0 + 1)", .begin, global) }, of: 14),
      context: context("AppTests.BatchTests/testRun"))
  }

  static var heldLock: Finding {
    let lock = ObjectName(.lock, created: at("Sources/App/Table.swift", 5, 14))
    let attempt = at("Sources/App/Table.swift", 12, 19)
    return Finding(
      .livelock(
        Livelock(
          .stepBound, steps: 100_000, spinning: ["worker 1"],
          round: (0..<6).flatMap { round in
            [
              StepLine(99_988 + 2 * round, "worker 1", .tryLock, lock, at: attempt, .timedOut),
              StepLine(
                99_989 + 2 * round, "worker 1", .yield, at: at("Sources/App/Table.swift", 18, 5)),
            ]
          },
          attempts: [
            WaitEdge(
              waiter: "worker 1", .tryLock, for: lock, heldBy: "main thread", at: attempt,
              heldSince: at("Sources/App/Table.swift", 23, 8),
              wakers: [.call(.unlock, by: "main thread", location: at("Sources/App/Table.swift", 26, 7))])
          ])),
      at: attempt, context: context("AppTests.TableTests/testDinner"))
  }
}
