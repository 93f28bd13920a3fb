// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

extension Sample {
  static var progress: [(name: String, finding: Finding)] {
    [
      ("GCD402-livelock", livelock), ("GCD402-silent", endlessLoop), ("GCD501-assertion", assertion),
      ("GCD501-late-enter", lateEnter), ("GCD501-thrown", thrown), ("GCD501-crash", crash),
      ("GCD901-state", divergence), ("GCD901-no-step", otherEnd), ("GCD902-call", outsideCall),
      ("GCD902-blocked", blockedOutside),
      ("GCD902-thread", startedThread),
      ("GCD501-scenario", scenarioFailure),
    ]
  }

  static var livelock: Finding {
    let semaphore = ObjectName(.semaphore, label: "fork 1")
    return Finding(
      .livelock(
        Livelock(
          .stepBound, steps: 100_000, spinning: ["worker 1", "worker 2"],
          round: [
            StepLine(
              99_997, "worker 1", .wait, semaphore, at: at("Sources/App/Table.swift", 14, 20), .timedOut),
            StepLine(99_998, "worker 1", .yield), StepLine(99_999, "worker 2", .signal, semaphore),
          ])),
      at: at("Sources/App/Table.swift", 14, 20), context: context("AppTests.TableTests/testDinner"))
  }

  static var endlessLoop: Finding {
    var context = context("AppTests.SpinTests/testSpin")
    context.verdict = .potential
    return Finding(
      .livelock(Livelock(.noDispatchCall, steps: 12, spinning: ["worker 1"])),
      participants: [
        Participant(
          "worker 1", .running, insideBlockOf: cache,
          stack: [frame("closure #1 in Spin.start()", at("Sources/App/Spin.swift", 6, 13))])
      ],
      context: context)
  }

  static var assertion: Finding {
    Finding(
      .testFailed(
        TestFailure(
          .assertion(message: "XCTAssertTrue failed\nthe reply had not come"), by: "main thread",
          timeouts: [
            Timeout(.groupWait, on: uploaderGroup, after: 5, at: at("Sources/App/Uploader.swift", 60, 15))
          ])),
      at: at("Tests/AppTests/UploaderTests.swift", 33, 5),
      steps: StepExcerpt(
        [
          StepLine(
            4, "main thread", .groupWait, uploaderGroup, at: at("Sources/App/Uploader.swift", 60, 15),
            .timedOut),
          StepLine(5, "worker 1", .write, ObjectName(.variable, label: "total"), detail: "6"),
        ], of: 6),
      context: context("AppTests.UploaderTests/testReply", schedule: 2, strategy: "random"))
  }

  static var lateEnter: Finding {
    let ledger = Ledger(
      uploaderGroup,
      rows: [
        LedgerRow(step: 2, "main thread", .notify, 0, to: 0, at: at("Sources/App/Uploader.swift", 29, 9)),
        LedgerRow(step: 4, "worker 1", .enter, 0, to: 1, at: at("Sources/App/Uploader.swift", 26, 13)),
      ])
    return Finding(
      .testFailed(
        TestFailure(
          .assertion(message: "Expectation failed: finished"),
          further: [.assertion(message: "Expectation failed: total == 6")], by: "main thread",
          ledgers: [ledger])),
      at: at("Tests/AppTests/UploaderTests.swift", 48, 5),
      context: context("AppTests.UploaderTests/testOrder"))
  }

  static var thrown: Finding {
    Finding(
      .testFailed(TestFailure(.thrown(error: "notFound(\"a\")"), by: "main thread")),
      at: at("Tests/AppTests/CacheTests.swift", 12, 9), context: context())
  }

  static var crash: Finding {
    Finding(
      .testFailed(TestFailure(.trap(message: "Index out of range"), by: "worker 1")),
      participants: [
        Participant(
          "worker 1", .running, insideBlockOf: net,
          stack: [
            library("Swift runtime failure: Index out of range"),
            frame("Array.subscript.getter", nil, inlined: true),
            frame("closure #1 in Net.next()", at("Sources/App/Net.swift", 51, 20)),
          ])
      ],
      context: context("AppTests.NetTests/testNext"))
  }

  static var divergence: Finding {
    Finding(
      .notDeterministic(
        Divergence(
          at: 41, expected: StepLine(41, "worker 2", .sync, cache, at: at("Sources/App/Cache.swift", 31, 11)),
          actual: StepLine(
            41, "worker 1", .leave, uploaderGroup, at: at("Sources/App/Uploader.swift", 52, 19)),
          leak: .state(name: "Cache.shared"))),
      at: at("Sources/App/Cache.swift", 31, 11), context: context())
  }

  static var otherEnd: Finding {
    Finding(
      .notDeterministic(Divergence(at: 312, expected: nil, actual: nil)),
      at: at("Sources/App/Cache.swift", 31, 11), context: context())
  }

  static var outsideCall: Finding {
    var context = context("AppTests.NetTests/testRequest")
    context.verdict = .potential
    return Finding(
      .uncontrolled(Uncontrolled(.call(.leave), by: "NSURLSession", on: uploaderGroup)),
      participants: [
        Participant(
          "thread NSURLSession", .calling(.leave, on: uploaderGroup),
          stack: [frame("closure #1 in Net.fetch(_:)", at("Sources/App/Net.swift", 64, 15))])
      ],
      context: context)
  }

  static var blockedOutside: Finding {
    Finding(
      .uncontrolled(Uncontrolled(.blocks(call: "read"), by: "worker 1")),
      participants: [
        Participant(
          "worker 1", .blockedInCall(name: "read"), insideBlockOf: cache,
          stack: [frame("closure #1 in Tail.start()", at("Sources/App/Tail.swift", 25, 22))])
      ],
      context: context("AppTests.TailTests/testTail"))
  }

  static var startedThread: Finding {
    var context = context("AppTests.NetTests/testThread")
    context.verdict = .potential
    return Finding(
      .uncontrolled(Uncontrolled(.startsThread, by: "main thread")), at: at("Sources/App/Net.swift", 80, 12),
      context: context)
  }

  /// Frames of scenario files are places without functions.
  static var scenarioFailure: Finding {
    func place(_ line: Int) -> CodeLocation { CodeLocation(file: "sum.gcd.yaml", line: line, column: 7) }
    return Finding(
      .testFailed(TestFailure(.assertion(message: "total == 6 does not hold: total is 4"), by: "worker 1")),
      participants: [
        Participant(
          "worker 1", .running, insideBlockOf: net, stack: [StackFrame(function: "", location: place(18))],
          submission: Submission(.async, queue: net, stack: [StackFrame(function: "", location: place(15))]))
      ],
      steps: StepExcerpt(
        [
          StepLine(2, "worker 1", .read, ObjectName(.variable, label: "total"), at: place(12), detail: "4"),
          StepLine(3, "worker 2", .write, ObjectName(.variable, label: "total"), at: place(13), detail: "6"),
        ], of: 9), context: scenario("sum.gcd.yaml", schedule: 4, token: "g1.2b"))
  }
}
