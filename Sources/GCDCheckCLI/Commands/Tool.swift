// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport

/// The root of the command line.
struct Tool: ParsableCommand {
  static let version = toolVersion

  static let configuration = CommandConfiguration(
    commandName: "gcdcheck",
    abstract: "Runs code that uses Grand Central Dispatch under many schedules and names its deadlocks.",
    discussion: """
      Each option of fuzz and replay has an environment variable: GCDCHECK_SEED for --seed, and so on; a \
      flag beats its variable. Exit codes: \(ExitStatus.list).
      """,
    version: "gcdcheck \(version)",
    subcommands: [
      Test.self, Fuzz.self, Run.self, Merge.self, Corpus.self, Report.self, Replay.self, Minimize.self,
      List.self, Explain.self, Init.self, Doctor.self,
    ])

  /// The argument parser would only call it unexpected.
  static func refuseUnknownCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-") else { return }
    let commands = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !commands.contains(word) else { return }
    if word == "explore" {
      throw CommandError.usage(
        "there is no command \"explore\"; gcdcheck fuzz FILE explores a scenario, with --strategy exhaustive "
          + "--keep-going in every order there is")
    }
    throw CommandError.usage(
      "there is no command \"\(word)\"; the commands are \(commands.joined(separator: ", "))")
  }
}

extension ParsableCommand {
  /// Ends the command with `status`.
  func end(_ status: ExitStatus) throws {
    if status != .asExpected { throw ExitCode(status.rawValue) }
  }
}
