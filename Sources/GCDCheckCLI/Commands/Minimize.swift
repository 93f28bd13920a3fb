// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// `gcdcheck minimize TOKEN FILE`: makes the schedule of a finding, and the scenario around it, smaller.
struct Minimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Leaves out of a scenario whatever its finding does not need, and prints what is left.",
    discussion: """
      The result is a scenario file that shows the same finding: the same code, about objects of the same \
      names. It goes to standard output or to the file of -o; what was left out is said on standard error. \
      With a scenario file alone, that is explored first, as fuzz does it. \
      Exits with 0 when there is a result, 2 when the schedule shows nothing, 3 when the program no longer \
      follows it.
      """)

  @Argument(
    help: ArgumentHelp(
      "The schedule token of a report (gcd1-…), a line of a regression file (FILE.jsonl#N), or a scenario.",
      valueName: "schedule"),
    completion: .file(extensions: ["yaml", "jsonl"]))
  var schedule: String

  @Argument(help: "The scenario file of the token.", completion: .scenarios)
  var file: String?

  @Option(
    help: "Smaller scenarios to run at most, and runs to make the schedule smaller. Default: 300.",
    transform: Count.parse)
  var runs: Count?

  @Option(
    help:
      "Processes that look for the finding; what is left out is tried by one. Default: one per processor.",
    transform: Count.parse)
  var jobs: Count?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Where the smaller scenario is written; nothing is overwritten.", completion: .file())
  var destination: String?

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    var setup = try CommandSetup(exploration, output, jobs: jobs, save: false)
    if destination == nil, !output.report.isEmpty || output.verbose {
      throw CommandError.usage("a report points into the smaller scenario; name a file for that with -o")
    }
    // Variables ask for the reports of runs, not for one of this.
    if output.report.isEmpty { setup.shown.reports = [] }
    if setup.request.shard != nil {
      throw CommandError.usage("--shard is for fuzz, run and test; leave it away")
    }
    let subject = try subject()
    let reports = try setup.reports(text: setup.shown.detail == .verbose ? .errors : .nowhere)
    let session = MinimizeSession(
      subject: subject, request: setup.request, limit: runs?.value ?? 300,
      jobs: setup.jobs ?? ProcessInfo.processInfo.activeProcessorCount, destination: destination,
      session: ReportedSession(reports))
    try end(session.run())
  }

  private func subject() throws -> MinimizedSubject {
    if file == nil, let selected = try ScenarioSources.scenario(namedLike: schedule) {
      return .explored(selected)
    }
    return .replayed(try ReplayedSubject(schedule, file: file, command: "minimize"))
  }
}
