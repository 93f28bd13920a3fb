// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Reports of failed checks say what comes in another order where the program passes, and begin where nothing
/// keeps it in order.
@Suite struct OrderCauseTests {
  struct Case: Sendable, CustomStringConvertible {
    /// Below `finds/test-failed`; its line that ends in `// cause`, if there is one, is where the report
    /// begins.
    var program: String
    /// What the report says above its steps, with single spaces.
    var says: [String]
    /// What it must not say.
    var saysNot: [String] = []
    var description: String { program }
    var file: String { program.hasSuffix(".c") ? program : "\(program).swift" }
  }

  private static let cases = [
    Case(
      program: "signals-before-the-value-is-there",
      says: [
        "lets others continue before what has to come first", "lets the main thread continue at",
        "not done by then worker 1 running",
      ]),
    Case(
      program: "signals-before-it-writes",
      says: [
        "others may continue before the code behind it runs", "runs the code behind its call at",
        "nothing makes the main thread wait for that code",
      ]),
    Case(
      program: "leaves-before-it-appends",
      says: ["others may continue before the code behind it runs", "nothing makes the block submitted at"]),
    Case(
      program: "unlocks-before-it-writes",
      says: ["others may continue before the code behind it runs", "then the main thread acquires lock"]),
    Case(
      program: "resumes-before-it-writes",
      says: ["others may continue before the code behind it runs", "nothing makes the main task wait"]),
    Case(
      program: "changes-by-reading-and-writing",
      says: [
        "others may come between", "gives \"wallet\" back in between at", "block 1 of those submitted at",
      ]),
    // Its parts are known by their numbers, whichever worker runs them.
    Case(
      program: "makes-what-another-iteration-has-made",
      says: ["others may come between", "gives \"cache\" back in between at", "sync(.barrier) on \"cache\""],
      saysNot: ["next iteration"]),
    Case(
      program: "adds-rows-in-two-sections",
      says: ["others may come between", "back in between at"], saysNot: ["next iteration", "block 5"]),
    Case(program: "changes-an-actor-by-two-calls", says: ["leaves actor \"Wallet\" in between"]),
    Case(
      program: "expects-order-of-a-concurrent-queue",
      says: ["runs its blocks at the same time", "both are in blocks of concurrent queue \"log\""]),
    Case(
      program: "starts-before-the-cache-is-there",
      says: ["may start before what has to come first", "the main thread submits that block at"]),
    // The main thread waits for all of it.
    Case(
      program: "checks-before-its-barrier",
      says: ["others may come between this and the next use", "gives \"tickets\" back in between at"],
      saysNot: ["wait for"]),
    Case(
      program: "says-ready-before-it-writes",
      says: ["others may continue before this runs", "nothing makes the block submitted at"],
      saysNot: ["nothing makes the main", "Shims"]),
    Case(
      program: "reads-before-it-waits",
      says: [
        "does not wait for what has to come first",
        "does not first wait for the block that it submitted at",
      ]),
    Case(
      program: "waits-for-the-one-that-submits",
      says: ["a block submitted here has not ended when the test fails"], saysNot: ["that it submitted"]),
    Case(
      program: "waits-once-for-its-item",
      says: [
        "is not repeated, though others", "does not repeat its wait at", "had the lock since the signal",
      ]),
    Case(program: "waits-once-after-a-broadcast.c", says: ["does not repeat its wait at"]),
    Case(
      program: "does-not-wait-for-the-writer",
      says: [
        "here the second comes without the first", "2 blocks queued on", "has not ended when the test fails",
      ]),
    Case(
      program: "enters-in-its-block",
      says: ["may enter after the group is waited for", "does not wait for a group that is entered later"]),
    Case(
      program: "sends-lines-from-many-blocks",
      says: [
        "may run at the same time as others of its queue", "both are in blocks of the global queue (default)",
      ]),
    Case(
      program: "trusts-one-turn-of-its-loop",
      says: ["does not wait for what has to come first", "the main thread does not wait for that"]),
    Case(
      program: "reads-before-its-thread-has-written",
      says: [
        "does not wait for what has to come first",
        "does not first wait for the thread that it made at",
      ]),
    Case(
      program: "ignores-that-a-wait-ran-out",
      says: ["gives up waiting here", "timed out after 50", "not done by then worker 1 blocked in sleep"],
      saysNot: ["nothing else could continue"]),
    Case(
      program: "keeps-a-permit-where-it-fails",
      says: [
        "timed out after 30", "nothing else could continue then: worker 1 waits for semaphore 'permits'",
        "(without the time limit: GCD103)", "ended without a signal",
      ]),
    Case(
      program: "runs-its-loop-beside-a-suspended-queue",
      says: [
        "nothing else could continue then: a queued block waits for serial queue \"rows\"",
        "(without the time limit: GCD205)",
      ]),
    Case(
      program: "counts-wrong-after-a-limit-it-expects", says: ["timed out after 2"],
      saysNot: ["nothing else could continue"]),
    Case(
      program: "has-a-limit-shorter-than-the-answer", says: ["timed out after 5"],
      saysNot: ["nothing else could continue"]),
  ]

  @Test(arguments: cases) func theReportSaysWhatIsInAnotherOrder(_ example: Case) throws {
    let scratch = try ScratchFolder()
    let program = SampleProgram.named("finds/test-failed/\(example.file)")
    let path = try program.build(in: scratch)
    let found = try ToolRun(["--seed", "1", "--schedules", "200", "--", path], in: scratch)
    #expect(found.status == 1, "\(found.output)")
    let causes = try program.source().split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().filter { $1.hasSuffix("// cause") }.map { $0.offset + 1 }
    if let cause = causes.first {
      let line = try #require(found.report.firstMatch(of: #/\.(?:swift|c):(\d+):/#)).1
      #expect(Int(line) == cause, "\(found.report)")
    }
    let top = found.report.components(separatedBy: "\n  the steps")[0].split { $0.isWhitespace }
      .joined(separator: " ")
    for words in example.says { #expect(top.contains(words), "\(found.report)") }
    for words in example.saysNot { #expect(!top.contains(words), "\(found.report)") }

    let token = try #require(found.token)
    let again = try ToolRun(["--replay", token, "--", path], in: scratch)
    #expect(again.report.withoutNotes == found.report.withoutNotes)
  }
}
