// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Findings that begin at a call which another one was to follow.
extension Sample {
  static var omissions: [(name: String, finding: Finding)] {
    [
      ("GCD103-silent-block", silentBlock), ("GCD104-not-left", notLeft),
      ("GCD104-left-too-rarely", leftTooRarely),
      ("GCD105-lock-of-ended", lockOfEnded), ("GCD103-cancelled-item", cancelledItem),
      ("GCD205-inactive-timer", inactiveTimer), ("GCD103-scheduled-once", scheduledOnce),
      ("GCD102-own-lock", ownLock), ("GCD105-refused-lock", refusedLock), ("GCD105-one-woken", oneWoken),
    ]
  }

  static var ownLock: Finding {
    let lock = ObjectName(.lock, created: at("Sources/App/Counter.swift", 4, 22))
    let wait = at("Sources/App/Counter.swift", 9, 10)
    let call = at("Sources/App/Counter.swift", 31, 15)
    return mark(
      .heldDuringCall, 15, "    _ = counter.count",
      Finding(
        .waitCycle(
          WaitCycle([
            WaitEdge(
              waiter: "worker 1", .lock, for: lock, heldBy: "worker 1", at: wait,
              heldSince: at("Sources/App/Counter.swift", 15, 10),
              wakers: [.call(.unlock, by: "worker 1", location: wait)])
          ])),
        at: call,
        participants: [
          Participant(
            "worker 1", .blocked(in: .lock, on: lock),
            stack: [frame("Counter.count.getter", wait), frame("closure #1 in start()", call)])
        ],
        context: context("AppTests.CounterTests/testChange")))
  }

  static var refusedLock: Finding {
    let lock = ObjectName(.readWriteLock, created: at("Sources/App/Ports.swift", 5, 7))
    let wait = at("Sources/App/Ports.swift", 18, 3)
    let again = at("Sources/App/Ports.swift", 9, 3)
    return mark(
      .lockRefused, 3, "  pthread_rwlock_rdlock(lock)",
      Finding(
        .waitNeverSatisfied(
          StarvedWait(
            .lock,
            WaitEdge(
              waiter: "thread 2", .writeLock, for: lock, at: wait,
              heldSince: at("Sources/App/Ports.swift", 18, 3),
              wakers: [
                .refused(by: "thread 1", location: again),
                .unlockedTooOften(by: "thread 1", location: at("Sources/App/Ports.swift", 20, 3)),
              ]))),
        at: again,
        participants: [
          Participant("thread 2", .blocked(in: .writeLock, on: lock), stack: [frame("Ports.add()", wait)])
        ],
        context: context("AppTests.PortsTests/testAdd")))
  }

  static var oneWoken: Finding {
    let condition = ObjectName(.condition, created: at("Sources/App/Gate.swift", 3, 19))
    let wait = at("Sources/App/Gate.swift", 12, 34)
    let signal = at("Sources/App/Gate.swift", 20, 15)
    return mark(
      .wokeAnother, 15, "    condition.signal()",
      Finding(
        .waitNeverSatisfied(
          StarvedWait(
            .condition,
            WaitEdge(
              waiter: "worker 2", .conditionWait, for: condition, at: wait,
              wakers: [.wokeAnother(by: "main thread", location: signal, step: 11)]))),
        at: signal,
        participants: [
          Participant(
            "worker 2", .blocked(in: .conditionWait, on: condition),
            stack: [
              frame("Gate.pass()", wait),
              frame("closure #1 in walk()", at("Sources/App/Gate.swift", 31, 10)),
            ])
        ],
        alsoStuck: [
          Participant(
            "main thread", .blocked(in: .groupWait, on: nil),
            stack: [
              frame("Gate.close()", at("Sources/App/Gate.swift", 40, 9)),
              frame("walk()", at("Sources/App/Walk.swift", 7, 8)),
            ])
        ],
        context: context("AppTests.GateTests/testPass")))
  }

  private static func mark(_ kind: Omission.Kind, _ column: Int, _ text: String, _ finding: Finding)
    -> Finding
  {
    var finding = finding
    guard let location = finding.location else { return finding }
    finding.omission = Omission(kind, at: location)
    finding.excerpt = SourceExcerpt(line: location.line, column: column, text: text)
    return finding
  }

  static var silentBlock: Finding {
    let wait = at("Sources/App/Gate.swift", 30, 8)
    let submission = at("Sources/App/Gate.swift", 12, 11)
    return mark(
      .neverSignaled, 11, "    queue.async {",
      Finding(
        .semaphoreNeverSignaled(
          StarvedSemaphore(
            WaitEdge(
              waiter: "main thread", .wait, for: ObjectName(.semaphore, label: "gate"), at: wait,
              wakers: [.endedWithout(.signal, [submission]), .othersWouldNot(count: 2)]), initialValue: 0)),
        at: submission,
        participants: [
          Participant("main thread", .blocked(in: .wait, on: nil), stack: [frame("Gate.open()", wait)])
        ],
        context: context("AppTests.GateTests/testOpen")))
  }

  static var scheduledOnce: Finding {
    let wait = at("Sources/App/Clock.swift", 31, 8)
    let scheduled = at("Sources/App/Clock.swift", 14, 11)
    let timer = ObjectName(.timer, created: at("Sources/App/Clock.swift", 13, 13))
    return mark(
      .scheduledOnce, 11, "    timer.schedule(deadline: .now())",
      Finding(
        .semaphoreNeverSignaled(
          StarvedSemaphore(
            WaitEdge(
              waiter: "main thread", .wait, for: ObjectName(.semaphore, label: "ticks"), at: wait,
              wakers: [.silentSource(source: timer, silence: .firedOnce, location: scheduled), .nobody]),
            initialValue: 0)),
        at: scheduled,
        participants: [
          Participant("main thread", .blocked(in: .wait, on: nil), stack: [frame("Clock.tick()", wait)])
        ],
        context: context("AppTests.ClockTests/testTick")))
  }

  static var notLeft: Finding {
    let group = ObjectName(.group, created: at("Sources/App/Loader.swift", 4, 15))
    let wait = at("Sources/App/Loader.swift", 22, 11)
    return mark(
      .neverLeft, 11, "    group.enter()",
      Finding(
        .groupNeverEmpty(
          GroupNeverEmpty(
            group, count: 1,
            .wait(
              WaitEdge(
                waiter: "main thread", .groupWait, for: group, at: wait,
                wakers: [.othersWouldNot(count: 1)])))),
        at: at("Sources/App/Loader.swift", 9, 11),
        participants: [
          Participant("main thread", .blocked(in: .groupWait, on: group), stack: [frame("load()", wait)])
        ],
        context: context("AppTests.LoaderTests/testLoad")))
  }

  /// Two enters on lines of their own, and a leave of which nothing shows whose it is.
  static var leftTooRarely: Finding {
    let group = ObjectName(.group, created: at("Sources/App/Merger.swift", 4, 15))
    let notify = at("Sources/App/Merger.swift", 18, 11)
    var finding = mark(
      .leftTooRarely, 11, "    group.enter()",
      Finding(
        .groupNeverEmpty(
          GroupNeverEmpty(
            group, count: 1, .notify(participant: "main thread", location: notify, queue: nil),
            wakers: [
              .endedWithout(.leave, [at("Sources/App/Merger.swift", 15, 29)]), .othersWouldNot(count: 1),
            ])),
        at: at("Sources/App/Merger.swift", 10, 11),
        alsoStuck: [Participant("main thread", .blocked(in: .wait, on: nil))],
        context: context("AppTests.MergerTests/testMerge")))
    finding.omission?.others = [at("Sources/App/Merger.swift", 9, 11)]
    return finding
  }

  static var lockOfEnded: Finding {
    let lock = ObjectName(.lock, created: at("Sources/App/Store.swift", 3, 14))
    let wait = at("Sources/App/Store.swift", 18, 10)
    let taken = at("Sources/App/Store.swift", 9, 10)
    return mark(
      .neverGivenBack, 10, "    lock.lock()",
      Finding(
        .waitNeverSatisfied(
          StarvedWait(
            .lock,
            WaitEdge(
              waiter: "worker 1", .lock, for: lock, at: wait,
              wakers: [.neverGivenBack(by: "the block submitted at Store.swift:25", location: taken)]))),
        at: taken,
        participants: [
          Participant("worker 1", .blocked(in: .lock, on: lock), stack: [frame("Store.read()", wait)])
        ],
        context: context("AppTests.StoreTests/testRead")))
  }

  static var cancelledItem: Finding {
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Search.swift", 3, 14))
    let wait = at("Sources/App/Search.swift", 18, 10)
    return Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "main thread", .wait, for: semaphore, at: wait,
            wakers: [
              .cancelled(
                location: at("Sources/App/Search.swift", 12, 11), by: at("Sources/App/Search.swift", 15, 10)),
              .nobody,
            ]), initialValue: 0)),
      participants: [
        Participant("main thread", .blocked(in: .wait, on: semaphore), stack: [frame("Search.run()", wait)])
      ],
      context: context("AppTests.SearchTests/testRun"))
  }

  static var inactiveTimer: Finding {
    let timer = ObjectName(.timer, created: at("Sources/App/Poller.swift", 7, 30))
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Poller.swift", 6, 14))
    let wait = at("Sources/App/Poller.swift", 14, 10)
    return mark(
      .neverActivated, 30, "    let timer = DispatchSource.makeTimerSource()",
      Finding(
        .leftSuspended(
          LeftSuspended(
            .inactive, timer,
            waiter: WaitEdge(
              waiter: "main thread", .wait, for: semaphore, at: wait, wakers: [.resume(timer)]))),
        at: at("Sources/App/Poller.swift", 7, 30),
        participants: [
          Participant("main thread", .blocked(in: .wait, on: semaphore), stack: [frame("poll()", wait)])
        ],
        context: context("AppTests.PollerTests/testPoll")))
  }
}
