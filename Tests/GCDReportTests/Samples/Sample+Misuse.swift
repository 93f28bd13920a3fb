// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

extension Sample {
  static var misuse: [(name: String, finding: Finding)] {
    [
      ("GCD201-leave", extraLeave), ("GCD201-timeout", leaveAfterTimeout), ("GCD202-resume", overResume),
      ("GCD202-inactive", resumeInactive), ("GCD203-suspended", releasedSuspended),
      ("GCD203-inactive", releasedInactive), ("GCD204-semaphore", semaphoreFreed),
      ("GCD206-retarget", retarget), ("GCD206-negative", negativeSemaphore),
      ("GCD207-on-queue", precondition),
    ]
  }

  static var extraLeave: Finding {
    let second = at("Sources/App/Uploader.swift", 52, 19)
    var context = context(
      "AppTests.UploaderTests/testTimeout", schedule: 12, seed: 49_374, strategy: "random")
    context.occurrences = Occurrences(14, of: 1_000)
    context.virtualTime = 5_000_000_000
    return Finding(
      .misuse(
        MisuseEvidence(
          .unbalancedLeave, by: "worker 1", of: uploaderGroup,
          ledger: Ledger(
            uploaderGroup,
            rows: [
              LedgerRow(
                step: 2, "main thread", .enter, 0, to: 1, at: at("Sources/App/Uploader.swift", 24, 15),
                in: "Uploader.start()"),
              LedgerRow(
                step: 7, "worker 2", .leave, 1, to: 0, at: at("Sources/App/Uploader.swift", 47, 19),
                in: "closure #1 in Uploader.start()"),
              LedgerRow(
                step: 12, "worker 1", .leave, 0, to: -1, at: second, in: "closure #2 in Uploader.start()"),
            ]))),
      participants: [
        Participant(
          "worker 1", .calling(.leave, on: uploaderGroup), insideBlockOf: net,
          stack: [frame("closure #2 in Uploader.start()", second)],
          submission: Submission(
            .after, queue: net, delay: 5_000_000_000,
            stack: [frame("Uploader.start()", at("Sources/App/Uploader.swift", 50, 9))]))
      ],
      steps: StepExcerpt(
        [
          StepLine(
            2, "main thread", .enter, uploaderGroup, at: at("Sources/App/Uploader.swift", 24, 15),
            .count(before: 0, after: 1)),
          StepLine(11, "worker 1", .timePasses, nil, .clock(5_000_000_000)),
          StepLine(12, "worker 1", .leave, uploaderGroup, at: second, .dies),
        ], of: 12),
      context: context, excerpt: SourceExcerpt(line: 52, column: 19, text: "            group.leave()"))
  }

  static var leaveAfterTimeout: Finding {
    let group = ObjectName(.group, label: "request")
    func place(_ line: Int) -> CodeLocation { CodeLocation(file: "request.gcd.yaml", line: line, column: 7) }
    var context = scenario("request.gcd.yaml", schedule: 2, token: "g1.2")
    context.neededClockSkew = true
    return Finding(
      .misuse(
        MisuseEvidence(
          .unbalancedLeave, by: "worker 1", of: group,
          ledger: Ledger(
            group,
            rows: [
              LedgerRow(step: 0, "main thread", .enter, 0, to: 1, at: place(8)),
              LedgerRow(step: 4, "main thread", .leave, 1, to: 0, at: place(13), isAfterTimeout: true),
              LedgerRow(step: 7, "worker 1", .leave, 0, to: -1, at: place(9)),
            ]))),
      at: place(9), context: context)
  }

  static var timer: ObjectName {
    ObjectName(.timer, created: at("Sources/App/Poller.swift", 11, 26), creator: "Poller.init()")
  }

  static var overResume: Finding {
    let resume = at("Sources/App/Poller.swift", 30, 13)
    return Finding(
      .misuse(
        MisuseEvidence(
          .overResume, by: "main thread", of: timer,
          ledger: Ledger(
            timer,
            rows: [
              LedgerRow(
                step: 1, "main thread", .activate, 1, to: 0, at: at("Sources/App/Poller.swift", 15, 13),
                in: "Poller.start()"),
              LedgerRow(step: 6, "main thread", .resume, 0, to: -1, at: resume, in: "Poller.deinit"),
            ]))),
      participants: [
        Participant("main thread", .calling(.resume, on: timer), stack: [frame("Poller.deinit", resume)])
      ],
      context: context("AppTests.PollerTests/testStop"))
  }

  static var resumeInactive: Finding {
    let queue = ObjectName(.serialQueue, label: "com.acme.log")
    return Finding(
      .misuse(MisuseEvidence(.overResumeOfInactiveObject, by: "main thread", of: queue)),
      at: at("Sources/App/Log.swift", 9, 11), context: context("AppTests.LogTests/testStart"))
  }

  static var releasedSuspended: Finding {
    let queue = ObjectName(.serialQueue, label: "com.acme.log")
    return Finding(
      .misuse(
        MisuseEvidence(
          .releaseOfSuspendedObject, by: "main thread", of: queue,
          ledger: Ledger(
            queue,
            rows: [
              LedgerRow(
                step: 3, "main thread", .suspend, 0, to: 1, at: at("Sources/App/Log.swift", 21, 11),
                in: "Log.pause()")
            ]))),
      at: at("Sources/App/Log.swift", 33, 1), context: context("AppTests.LogTests/testPause"))
  }

  static var releasedInactive: Finding {
    Finding(
      .misuse(MisuseEvidence(.releaseOfInactiveObject, by: "main thread", of: timer)),
      at: at("Sources/App/Poller.swift", 19, 3), context: context("AppTests.PollerTests/testDrop"))
  }

  static var semaphoreFreed: Finding {
    let semaphore = ObjectName(
      .semaphore, created: at("Sources/App/Gate.swift", 5, 14), creator: "Gate.init()")
    return Finding(
      .misuse(
        MisuseEvidence(
          .semaphoreFreedBelowItsInitialValue, by: "worker 1", of: semaphore,
          ledger: Ledger(
            semaphore,
            rows: [
              LedgerRow(
                step: 2, "worker 1", .wait, 1, to: 0, at: at("Sources/App/Gate.swift", 12, 9),
                in: "Gate.enter()")
            ]), value: 0, expected: 1)),
      at: at("Sources/App/Gate.swift", 18, 1), context: context("AppTests.GateTests/testGate"))
  }

  static var retarget: Finding {
    Finding(
      .misuse(MisuseEvidence(.retargetAfterActivation, by: "main thread", of: cache, other: main)),
      participants: [
        Participant(
          "main thread", .calling(.retarget, on: cache),
          stack: [frame("Cache.moveToMain()", at("Sources/App/Cache.swift", 60, 11))])
      ],
      context: context())
  }

  static var negativeSemaphore: Finding {
    Finding(
      .misuse(
        MisuseEvidence(.negativeSemaphoreValue, by: "main thread", of: ObjectName(.semaphore), value: -1)),
      at: at("Sources/App/Gate.swift", 5, 14), context: context("AppTests.GateTests/testNegative"))
  }

  static var precondition: Finding {
    let check = at("Sources/App/ProfileView.swift", 31, 5)
    return Finding(
      .preconditionFailed(FailedPrecondition(.onQueue, main, ranOn: global, by: "worker 1")),
      participants: [
        Participant(
          "worker 1", .running, insideBlockOf: global,
          stack: [
            frame("ProfileView.show(_:)", check),
            frame("closure #1 in ProfileView.load()", at("Sources/App/ProfileView.swift", 40, 7)),
          ],
          submission: Submission(
            .async, queue: global,
            stack: [frame("ProfileView.load()", at("Sources/App/ProfileView.swift", 38, 26))]))
      ],
      context: context("AppTests.ProfileViewTests/testLoad"))
  }
}
