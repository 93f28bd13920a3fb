// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary
import Testing

@testable import GCDReport

@Suite struct WordsTests {
  @Test(arguments: Misuse.allCases) func everyMisuseIsASentence(misuse: Misuse) throws {
    let finding = Finding(
      .misuse(MisuseEvidence(misuse, by: "main thread", of: Sample.cache)),
      at: Sample.at("Sources/App/F.swift", 1, 1),
      context: Sample.context())
    #expect(!finding.message.hasSuffix("."))
    #expect(!finding.message.contains("  "))
    #expect(FindingCode(codeOrSlug: finding.code) == finding.kind.code)
    for line in finding.report.split(separator: "\n").dropFirst() where !line.hasPrefix("replay:") {
      #expect(line.count <= 100, "\(line.count) columns: \(line)")
    }
  }

  @Test func crashesQuoteTheLibrary() {
    let silent: Set<Misuse> = [.none, .negativeSemaphoreValue, .targetCycle, .sourceNotCreated]
    for misuse in Misuse.allCases {
      let text = misuse.libdispatchText(queue: "q")
      #expect((text == nil) == silent.contains(misuse))
      #expect(text.map { $0.hasPrefix("BUG IN ") || $0.hasPrefix("API MISUSE: ") } ?? true)
    }
    #expect(
      Misuse.unbalancedLeave.libdispatchText()
        == "BUG IN CLIENT OF LIBDISPATCH: Unbalanced call to dispatch_group_leave()")
    #expect(
      Misuse.onQueue.libdispatchText(queue: "q")
        == "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was not expected to execute on queue [q]")
  }

  /// Only blocks are submitted.
  @Test func whatHasEndedIsCalledWhatItIs() {
    let (one, two) = (Sample.at("F.swift", 3), Sample.at("F.swift", 7))
    func said(_ places: [CodeLocation], _ work: EndedWork?) -> String {
      Waker.endedWithout(.signal, places, of: work).need(of: Sample.uploaderGroup)
    }
    #expect(said([one], nil) == "the block submitted at F.swift:3 ended without a signal")
    #expect(
      said([one, two], .thread) == "the threads made at F.swift:3 and F.swift:7 ended without a signal")
    #expect(said([one], .task) == "the task made at F.swift:3 ended without a signal")
    #expect(said([one], .handler) == "the handler of the source made at F.swift:3 ended without a signal")
    #expect(
      Waker.endedWithoutLock(one, count: 1, of: .thread).need(of: Sample.uploaderGroup)
        == "one thread made at F.swift:3 ended and never took the lock of this wait, which others from there "
        + "did")
  }

  @Test(arguments: ObjectType.allCases) func objectsAreNamedByTheBestThatIsKnown(type: ObjectType) {
    let place = CodeLocation(file: "/a/b/F.swift", line: 20, column: 3)
    let bare = ObjectName(type)
    let numbered = ObjectName(type, ordinal: 2)
    let placed = ObjectName(type, created: place, ordinal: 2)
    let labelled = ObjectName(type, label: "x\ny", created: place, ordinal: 2)
    let shared = ObjectName(type, label: "x", created: place, isLabelShared: true)
    let alike = ObjectName(type, created: place, ordinal: 2, isPlaceShared: true)
    for name in [bare, numbered, placed, labelled, shared, alike] {
      #expect(!name.phrase.isEmpty && !name.compact.isEmpty)
      #expect(!name.phrase.contains("\n") && !name.phrase.contains("0x"))
    }
    if [.mainQueue, .globalQueue, .cooperativePool, .thread, .signal, .taskStatus].contains(type) { return }
    // Descriptors, processes and the like have numbers of the kernel's.
    let isKernels = [.descriptor, .childProcess, .messageQueue, .semaphoreSet].contains(type)
    #expect(numbered.phrase.hasSuffix("#2") != isKernels)
    #expect(placed.phrase.hasSuffix("created at F.swift:20"))
    #expect(labelled.phrase.hasSuffix("\"x\\ny\""))
    #expect(shared.phrase.hasSuffix("\"x\" (created at F.swift:20)"))
    #expect(shared.compact.hasSuffix("\"x\" (F.swift:20)"))
    #expect(alike.phrase.hasSuffix(" #2 created at F.swift:20"))
    #expect(alike.compact.hasSuffix(" #2 (F.swift:20)"))
  }

  @Test func aStatusLockIsNamedByItsTask() {
    let name = ObjectName(.taskStatus, label: "task made at F.swift:20")
    #expect(name.phrase == "the status lock of the task made at F.swift:20")
    #expect(name.compact == "status lock of task made at F.swift:20")
    #expect(ObjectName(.taskStatus, label: "main task").phrase == "the status lock of the main task")
  }

  @Test func tasksThatTheProgramDidNotMakeHaveNamesOfTheirOwn() {
    #expect(ObjectName(.swiftTask, label: ObjectName.mainTask).phrase == "the main task")
    #expect(ObjectName(.swiftTask, label: ObjectName.testBody).compact == "test body")
    #expect(ObjectName(.swiftTask, label: "loader").compact == "task \"loader\"")
  }

  @Test func globalAndMainQueuesHaveTheirOwnNames() {
    #expect(Sample.main.phrase == "the main queue")
    #expect(Sample.global.phrase == "the global queue (default)")
    #expect(ObjectName(.globalQueue).phrase == "a global queue")
    #expect(ObjectName(.thread, label: "thread 2", ordinal: 2).phrase == "thread 2")
    #expect(ObjectName(.thread, label: "main thread", ordinal: 1).phrase == "the main thread")
  }

  @Test(arguments: OperationKind.allCases) func everyStepIsADeed(operation: OperationKind) {
    for object in [nil, Sample.cache, Sample.uploaderGroup] {
      let action = StepLine(1, "worker 1", operation, object).action
      #expect(!action.isEmpty && !action.hasPrefix(" ") && !action.hasSuffix(" "))
    }
    #expect(!operation.call().isEmpty && !operation.verb.isEmpty)
  }

  @Test(arguments: [
    (UInt64(0), "0 ns"), (5, "5 ns"), (1_500, "1.5 us"), (1_000_000, "1 ms"), (1_050_000_000, "1.05 s"),
    (90_000_000_000, "90 s"), (1_000_000_001, "1.000000001 s"), (999, "999 ns"),
  ]) func durationsAreExact(nanoseconds: UInt64, words: String) {
    let submission = Submission(.after, delay: nanoseconds)
    #expect(submission.verb == "asyncAfter(+\(words))")
  }

  @Test(arguments: [
    ("g1.4tZ", "AppTests.A/b", "GCDCHECK_REPLAY=g1.4tZ@AppTests.A/b swift test --filter AppTests.A/b"),
    (
      "g1;x", "AppTests.`a b`/it's()",
      "GCDCHECK_REPLAY='g1;x@AppTests.`a b`/it'\\''s()' swift test --filter 'AppTests.`a b`/it'\\''s'"
    ),
    ("", "A/b", "GCDCHECK_SEED=7 swift test --filter A/b"),
  ]) func replayCommandsAreSafeForTheShell(token: String, filter: String, command: String) {
    var context = Sample.context(filter, seed: 7, token: token)
    #expect(context.replayCommand == command)
    context.target = .program
    #expect((context.replayCommand == nil) == token.isEmpty)
  }

  @Test func summaryCountsInPlainWords() {
    let cases: [(RunEnded, String)] = [
      (
        RunEnded(tests: 1, schedules: 1, distinct: 1),
        "gcdcheck: 1 test, 1 schedule (1 distinct), no findings"
      ),
      (
        RunEnded(tests: 2, schedules: 1_234_567, distinct: 0, errors: 1, warnings: 2, stopped: .time),
        "gcdcheck: 2 tests, 1,234,567 schedules (0 distinct), 1 error and 2 warnings; stopped by time"
      ),
      (
        RunEnded(
          tests: 1, schedules: 3, distinct: 2, stopped: .interrupted,
          notes: [.silenced(count: 2), .saved(entries: ["a.jsonl#1"])]),
        "gcdcheck: 1 test, 3 schedules (2 distinct), no findings; interrupted; 2 findings silenced by "
          + "allowances; saved as a.jsonl#1, which later runs replay first"
      ),
    ]
    for (end, words) in cases { #expect(end.summary == words) }
  }

  private func coverage(
    ran: Int = 1_000, orders: Int = 37, looked: Int = 1_000, singles: Int = 2, drawn: Int = 999
  ) -> CoverageFigures {
    CoverageFigures(
      schedulesRun: ran, distinctSchedules: 412, partialOrders: orders, handOffPairs: 14, looked: looked,
      singles: singles, drawn: drawn, lastNewPartialOrder: 212, lastNewConflictPair: 40)
  }

  @Test func coverageSaysWhatWasSeenAndHowOftenSomethingNewMayCome() {
    let seen =
      "coverage: 37 partial orders (the last new one in schedule 212), 14 conflict pairs (the last new one "
      + "in schedule 40)"
    let further = " further schedules would show a new partial order"
    #expect(coverage().sentence == "\(seen); about 1 in 500\(further)")
    #expect(coverage(singles: 0).sentence == "\(seen); probably fewer than 1 in 300\(further)")
    #expect(coverage(singles: 700).sentence == "\(seen); most\(further)")
    #expect(coverage(singles: 400).sentence == "\(seen); about 1 in 2\(further)")
    #expect(coverage(drawn: 29).sentence == seen)
    #expect(
      coverage(ran: 20_000, looked: 1_500).sentence
        == "\(seen) in the 1,500 schedules that were looked at; about 1 in 500\(further)")
    var many = coverage(orders: 300_000)
    many.isExact = false
    #expect(many.sentence.contains("about 300,000 partial orders"))
    #expect(many.sentence.hasSuffix("; there were too many to keep: the counts are estimates"))
  }

  @Test func theSummaryOfOneTestHasItsPartialOrders() {
    var end = RunEnded(tests: 1, schedules: 1_000, distinct: 412)
    end.coverage = coverage()
    #expect(
      end.summary == "gcdcheck: 1 test, 1,000 schedules (412 distinct, 37 partial orders), no findings")
    end.coverage = coverage(ran: 1_000, looked: 500)
    #expect(end.summary.contains("(412 distinct, at least 37 partial orders)"))
    end.search = SearchExtent(interleavings: 37, bound: nil, isComplete: true)
    #expect(!end.summary.contains("partial"))
  }

  @Test func anEarlyStopSaysWhy() {
    var end = RunEnded(tests: 1, schedules: 240, distinct: 12, stopped: .saturated(schedules: 200))
    let why = "the last 200 schedules showed no new conflict pair"
    #expect(end.summary.hasSuffix("no findings; stopped early: \(why)"))
    end.tests = 2
    #expect(end.summary.hasSuffix("no findings; stopped early where \(why)"))
  }

  @Test func signatureIgnoresLinesAndTheEntryIntoACycle() {
    var moved = Sample.mainAndQueue
    for index in moved.participants.indices {
      for frame in moved.participants[index].stack.indices {
        moved.participants[index].stack[frame].location?.line += 40
      }
    }
    moved.participants.reverse()
    moved.location?.line += 40
    #expect(moved.signature == Sample.mainAndQueue.signature)
    let signatures = Set(Sample.all.map(\.finding.signature))
    #expect(signatures.count >= Sample.all.count - 2)
  }

  @Test func excerptMarksTheColumn() throws {
    let location = CodeLocation(file: "F.swift", line: 2, column: 3)
    let excerpt = try #require(SourceExcerpt(of: "let a = 1\n\tgo()\n", at: location))
    #expect(excerpt == SourceExcerpt(line: 2, column: 3, text: "\tgo()"))
    #expect(SourceExcerpt(of: "one line", at: location) == nil)
    var finding = Sample.thrown
    finding.excerpt = excerpt
    #expect(finding.report.contains("\n  2 |  go()\n    |   ^\n"))
  }

  @Test func theMarkOfALongLineIsInSight() {
    let call = "await(this)"
    for before in [0, 30, 66, 67, 90, 120, 300] {
      for after in [0, 10, 100] {
        var finding = Sample.thrown
        let text = String(repeating: "<", count: before) + call + String(repeating: ">", count: after)
        finding.excerpt = SourceExcerpt(line: 12, column: before + 1, text: text)
        let lines = finding.report.split(separator: "\n").map(String.init)
        guard let place = lines.firstIndex(where: { $0.hasPrefix("  12 | ") }) else {
          Issue.record("no excerpt")
          continue
        }
        let mark = lines[place + 1].prefix { $0 != "^" }.count
        #expect(lines[place].count <= 100)
        #expect(lines[place].dropFirst(mark).hasPrefix(call), "\(before), \(after)")
      }
    }
  }
}
