// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The schedule of a whole program's finding is made small before anybody sees it.
@Suite struct SmallScheduleTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let sample = SampleProgram.named("finds/wait-cycle/only-before-somebody-has-been-there.c")

  @Test func oneLateBlockIsAllThatIsShown() throws {
    let program = try Self.sample.build(in: scratch)
    let arguments = ["--schedules", "2000", "--seed", "7", "--strategy", "random", "--", program]
    let run = try ToolRun(arguments, in: scratch)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("deviations from the usual order one is enough, and is shown"), "\(run.output)")
    #expect(try #require(run.token).count < 30)
    let parallel = try ToolRun(["--jobs", "2"] + arguments, in: scratch)
    #expect(parallel.report == run.report)
  }

  @Test func theSmallScheduleIsReplayed() throws {
    let program = try Self.sample.build(in: scratch)
    let run = try ToolRun(["--schedules", "2000", "--strategy", "random", "--", program], in: scratch)
    let token = try #require(run.token)
    let replayed = try ToolRun(["--replay", token, "--", program], in: scratch)
    #expect(replayed.status == 1)
    #expect(replayed.report.withoutNotes == run.report.withoutNotes)
  }
}

extension String {
  /// A report without what says in which schedule it was found.
  var withoutNotes: [Substring] {
    var isNote = false
    return split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      // A note goes on in lines that are indented.
      isNote = line.hasPrefix("note: ") || (isNote && line.hasPrefix(" "))
      return !isNote
    }
  }
}
