// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// `gcdcheck replay TOKEN FILE`: runs exactly the schedule that a report names.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the one schedule that a report names, and shows its report again.",
    discussion: """
      Where the program no longer fits, it says so, with what was expected and what came instead, and tries \
      what still fits: the possible choices of a token; the recorded orders of a regression file, then a \
      search near them. Exits with 1 when a finding shows, 0 when the schedule fits and shows none, 3 when \
      it does not fit and shows none.
      """)

  @Argument(
    help:
      "The schedule token of a report (gcd1-…), or a line of a regression file (FILE.jsonl#N).",
    completion: .savedRuns)
  var token: String

  @Argument(
    help: "The scenario file, or the name of a shipped scenario; not needed when there is only one.",
    completion: .scenarios)
  var file: String?

  @Flag(help: "Show every step of the schedule.")
  var trace = false

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    let mirror = EnvironmentMirror(variables: environment)
    let shown = try OutputRequest(output, mirror)
    let subject = try ReplayedSubject(token, file: file, command: "replay")
    let reports = try ReportSinks(shown, environment: environment)
    let session = ReplaySession(
      subject: subject,
      request: try ExplorationRequest(.parse([]), variables: environment),
      isTraced: try trace || mirror.isOn("GCDCHECK_TRACE") ?? false, session: ReportedSession(reports))
    try end(session.run())
  }
}
