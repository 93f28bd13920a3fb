// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

extension Sample {
  static var deadlocks: [(name: String, finding: Finding)] {
    [
      ("GCD101-own-queue", ownQueue), ("GCD101-target", ownTarget), ("GCD101-reader", ownReader),
      ("GCD102-main-and-queue", mainAndQueue), ("GCD102-group", mainAndGroup), ("GCD102-lock", lockAndQueue),
      ("GCD102-three", threeQueues), ("GCD102-pending-barrier", pendingBarrier), ("GCD102-locks", twoLocks),
    ]
  }

  static var ownQueue: Finding {
    let call = at("Sources/App/Cache.swift", 31, 11)
    return Finding(
      .syncOnOwnQueue(
        RecursiveSync(
          participant: "worker 1", .sync, onto: cache, held: cache, chain: [cache], hold: .queue)),
      participants: [
        Participant(
          "worker 1", .blocked(in: .sync, on: cache), insideBlockOf: cache,
          stack: [
            library("DispatchQueue.sync<A>(execute:)"), frame("Cache.value(for:)", call),
            frame("closure #1 in Cache.refresh()", at("Sources/App/Cache.swift", 44, 23)),
            library("_dispatch_call_block_and_release"),
          ],
          submission: Submission(
            .async, queue: cache, stack: [frame("Cache.refresh()", at("Sources/App/Cache.swift", 43, 11))]))
      ],
      steps: StepExcerpt(
        [
          StepLine(3, "main thread", .async, cache, at: at("Sources/App/Cache.swift", 43, 11)),
          StepLine(5, "worker 1", .begin, cache),
          StepLine(6, "worker 1", .sync, cache, at: call, .waits),
        ], of: 7),
      context: context(schedule: 1, strategy: "baseline order"),
      excerpt: SourceExcerpt(line: 31, column: 11, text: "    queue.sync { storage[key] }"))
  }

  static var ownTarget: Finding {
    let child = ObjectName(.concurrentQueue, label: "com.acme.net.requests")
    let parent = ObjectName(.serialQueue, label: "com.acme.io")
    return Finding(
      .syncOnOwnQueue(
        RecursiveSync(
          participant: "worker 2", .sync, onto: child, held: parent, chain: [child, parent], hold: .target)),
      participants: [
        Participant(
          "worker 2", .blocked(in: .sync, on: child), insideBlockOf: parent,
          stack: [frame("closure #1 in Net.flush()", at("Sources/App/Net.swift", 71, 14))],
          submission: Submission(
            .async, queue: parent, stack: [frame("Net.flush()", at("Sources/App/Net.swift", 70, 8))]))
      ],
      context: context())
  }

  static var ownReader: Finding {
    Finding(
      .syncOnOwnQueue(
        RecursiveSync(participant: "worker 1", .barrierSync, onto: net, held: net, hold: .ownReader)),
      participants: [
        Participant(
          "worker 1", .blocked(in: .barrierSync, on: net), insideBlockOf: net,
          stack: [frame("closure #1 in Net.store()", at("Sources/App/Net.swift", 33, 9))])
      ],
      context: context())
  }

  static var mainAndQueue: Finding {
    let outer = at("Sources/App/Cache.swift", 31, 11)
    let inner = at("Sources/App/Cache.swift", 44, 23)
    return Finding(
      .waitCycle(
        WaitCycle([
          WaitEdge(
            waiter: "main thread", .sync, for: cache, heldBy: "worker 1", at: outer,
            wakers: [.endOfBlock(queue: cache, participant: "worker 1")]),
          WaitEdge(
            waiter: "worker 1", .sync, for: main, heldBy: "main thread", at: inner, wakers: [.mainThread]),
        ])),
      participants: [
        Participant(
          "main thread", .blocked(in: .sync, on: cache),
          stack: [
            library("__DISPATCH_WAIT_FOR_QUEUE__"), library("DispatchQueue.sync<A>(execute:)"),
            frame("Cache.value(for:)", outer),
            frame("ProfileView.reload()", at("Sources/App/ProfileView.swift", 18, 22)),
            frame("CacheTests.testReload()", at("Tests/AppTests/CacheTests.swift", 12, 9)),
            library("XCTestCase.invokeTest()"),
            library("XCTMain(_:)"),
          ]),
        Participant(
          "worker 1", .blocked(in: .sync, on: main), insideBlockOf: cache,
          stack: [frame("closure #1 in Cache.refresh()", inner)],
          submission: Submission(
            .async, queue: cache, stack: [frame("Cache.refresh()", at("Sources/App/Cache.swift", 43, 11))])),
      ],
      steps: StepExcerpt(
        [
          StepLine(3, "main thread", .async, cache, at: at("Sources/App/Cache.swift", 43, 11)),
          StepLine(9, "worker 1", .begin, cache), StepLine(10, "worker 1", .sync, main, at: inner, .waits),
          StepLine(11, "main thread", .sync, cache, at: outer, .waits),
        ], of: 41),
      context: context())
  }

  static var mainAndGroup: Finding {
    let group = ObjectName(.group, created: at("Sources/App/Launch.swift", 9, 15), creator: "Launch.run()")
    let wait = at("Sources/App/Launch.swift", 16, 9)
    let sync = at("Sources/App/Launch.swift", 12, 28)
    var finding = Finding(
      .waitCycle(
        WaitCycle(
          [
            WaitEdge(
              waiter: "main thread", .groupWait, for: group, heldBy: "worker 1", at: wait,
              wakers: [.call(.leave, by: "worker 1", location: at("Sources/App/Launch.swift", 12, 28))]),
            WaitEdge(
              waiter: "worker 1", .sync, for: main, heldBy: "main thread", at: sync, wakers: [.mainThread]),
          ], othersStillRun: true)),
      participants: [
        Participant("main thread", .blocked(in: .groupWait, on: group), stack: [frame("Launch.run()", wait)]),
        Participant(
          "worker 1", .blocked(in: .sync, on: main), insideBlockOf: global,
          stack: [frame("closure #1 in Launch.run()", sync)],
          submission: Submission(
            .async, queue: global, stack: [frame("Launch.run()", at("Sources/App/Launch.swift", 11, 26))])),
      ],
      alsoStuck: [
        Participant(
          "worker 3", .blocked(in: .sync, on: main), insideBlockOf: net,
          stack: [frame("closure #2 in Net.report()", at("Sources/App/Net.swift", 90, 20))])
      ],
      context: context("AppTests.LaunchTests/testRun"))
    finding.remarks = [.leaked(bytes: 2_340)]
    return finding
  }

  static var lockAndQueue: Finding {
    let lock = ObjectName(.lock, created: at("Sources/App/Task.swift", 4, 7), creator: "Task.init()")
    let work = ObjectName(.serialQueue, label: "work")
    let sync = at("Sources/App/Task.swift", 30, 15)
    let take = at("Sources/App/Task.swift", 41, 12)
    return Finding(
      .waitCycle(
        WaitCycle([
          WaitEdge(
            waiter: "main thread", .sync, for: work, heldBy: "worker 1", at: sync,
            wakers: [.endOfBlock(queue: work, participant: "worker 1")]),
          WaitEdge(
            waiter: "worker 1", .lock, for: lock, heldBy: "main thread", at: take,
            heldSince: at("Sources/App/Task.swift", 28, 12),
            wakers: [.call(.unlock, by: "main thread", location: at("Sources/App/Task.swift", 30, 15))]),
        ])),
      participants: [
        Participant(
          "main thread", .blocked(in: .sync, on: work), stack: [frame("Task.cancel()", sync)],
          holds: [Holding(lock, since: at("Sources/App/Task.swift", 28, 12))]),
        Participant(
          "worker 1", .blocked(in: .lock, on: lock), insideBlockOf: work,
          stack: [frame("closure #1 in Task.complete(with:)", take)], holds: [Holding(work)]),
      ],
      context: context("AppTests.TaskTests/testCancel"))
  }

  static var twoLocks: Finding {
    let accounts = ObjectName(.lock, variable: "accounts", created: at("Sources/App/Bank.swift", 3, 16))
    let journal = ObjectName(.lock, variable: "journal", created: at("Sources/App/Bank.swift", 4, 15))
    let outer = at("Sources/App/Bank.swift", 20, 7)
    let inner = at("Sources/App/Bank.swift", 22, 7)
    func edge(_ waiter: String, for lock: ObjectName, heldBy holder: String) -> WaitEdge {
      WaitEdge(
        waiter: waiter, .lock, for: lock, heldBy: holder, at: inner, heldSince: outer,
        wakers: [.call(.unlock, by: holder, location: inner)])
    }
    return Finding(
      .waitCycle(
        WaitCycle(
          [
            edge("thread 1", for: journal, heldBy: "thread 2"),
            edge("thread 2", for: accounts, heldBy: "thread 1"),
          ], othersStillRun: false)),
      participants: ["thread 1", "thread 2"].map { name in
        Participant(
          name, .blocked(in: .lock, on: name == "thread 1" ? journal : accounts),
          stack: [frame("Bank.both(_:_:)", inner)])
      },
      context: context("AppTests.BankTests/testBoth"))
  }

  static var threeQueues: Finding {
    let queues = ["a", "b", "c"].map { ObjectName(.serialQueue, label: $0) }
    let places = [10, 14, 18].map { at("Sources/App/Ring.swift", $0, 7) }
    return Finding(
      .waitCycle(
        WaitCycle(
          (0..<3).map { index in
            WaitEdge(
              waiter: "worker \(index + 1)", .sync, for: queues[(index + 1) % 3],
              heldBy: "worker \((index + 1) % 3 + 1)", at: places[index],
              wakers: [
                .endOfBlock(queue: queues[(index + 1) % 3], participant: "worker \((index + 1) % 3 + 1)")
              ])
          })),
      participants: (0..<3).map { index in
        Participant(
          "worker \(index + 1)", .blocked(in: .sync, on: queues[(index + 1) % 3]),
          insideBlockOf: queues[index],
          stack: [frame("closure #\(index + 1) in ring()", places[index])])
      },
      context: scenario("Scenarios/ring.gcd.yaml", schedule: 5, token: "g1.3a"))
  }

  static var pendingBarrier: Finding {
    let read = at("Sources/App/Store.swift", 22, 18)
    let write = at("Sources/App/Store.swift", 30, 11)
    return Finding(
      .waitCycle(
        WaitCycle([
          WaitEdge(
            waiter: "worker 1", .sync, for: net, heldBy: "barrier block", at: read,
            wakers: [.queuedBlock(.end, queue: net, location: write)]),
          WaitEdge(
            waiter: "barrier block", .barrierAsync, for: net, heldBy: "worker 1", at: write,
            wakers: [.endOfBlock(queue: net, participant: "worker 1")]),
        ])),
      participants: [
        Participant(
          "worker 1", .blocked(in: .sync, on: net), insideBlockOf: net,
          stack: [frame("closure #1 in Store.list()", read)])
      ],
      context: context("AppTests.StoreTests/testList"))
  }
}
