// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// `gcdcheck minimize TOKEN FILE`: makes the schedule of a finding, and the scenario around it, smaller.
struct Minimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Leaves out of a scenario whatever its finding does not need, and prints what is left.",
    discussion: """
      The result is a scenario file that shows the same finding: the same code, about objects of the same \
      names. It goes to standard output or to the file of -o; what was left out is said on standard error. \
      Exits with 0 when there is a result, 2 when the schedule shows nothing, 3 when the program no longer \
      follows it.
      """)

  @Argument(help: "The schedule token of a report (gcd1-…), or a line of a regression file (FILE.jsonl#N).")
  var schedule: String

  @Argument(help: "The scenario file; not needed with a regression file, which names it.")
  var file: String?

  @Option(
    help: "Smaller scenarios to run at most, and runs to make the schedule smaller.", transform: Count.parse)
  var runs: Count?

  @Option(name: .shortAndLong, help: "Where the smaller scenario is written; nothing is overwritten.")
  var output: String?

  func run() throws {
    let subject = try ReplayedSubject(schedule, file: file, command: "minimize")
    let session = MinimizeSession(
      subject: subject, request: try ExplorationRequest(.parse([]), variables: environment),
      limit: runs?.value ?? 300, destination: output)
    try end(session.run())
  }
}
