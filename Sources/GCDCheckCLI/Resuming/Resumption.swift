// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// The run that a session resumes, and what it leaves for one that resumes it.
struct Resumption {
  /// As the user types it.
  let command: String
  /// Nil for a run that begins anew.
  let saved: SavedSession?

  /// What the user typed after the command; the first word is the command's.
  private var arguments: [String] { saved?.arguments ?? Array(CommandLine.arguments.dropFirst(2)) }

  /// What is known of each subject; empty for a run that begins anew.
  ///
  /// - Throws: `CommandError` where the subjects or the options are not what they were.
  func items(of subjects: @autoclosure () -> [(name: String, key: UInt64)]) throws -> [SavedSession.Item] {
    try saved.map { try $0.items(of: subjects()) } ?? []
  }

  /// Leaves what a later run needs to resume a session; takes it away when there is nothing to continue
  /// with.
  ///
  /// - Throws: `CommandError` where it cannot be written.
  func leave(_ items: [SavedSession.Item]?, _ request: ExplorationRequest, _ session: ReportedSession) throws
  {
    let file = SavedWorkFile(of: command)
    guard let items else {
      if saved != nil { file.remove() }
      return
    }
    guard file.isWanted(save: request.save) else { return }
    try file.write(SavedSession(arguments: arguments, drawnSeed: request.drawnSeed, items: items))
    session.reports.say(
      "to continue where it stopped: \(Invocation.command(environment)) \(command) --resume")
  }
}

/// A command that can resume a run of its own that was cut.
protocol ResumableCommand: ParsableCommand {
  /// As the user types it.
  static var name: String { get }
  /// What it takes from the run that it resumes, in words.
  static var subjects: String { get }

  var resume: Bool { get }
  var jobs: Count? { get set }
  var output: OutputArguments { get set }
  var exploration: ExplorationArguments { get set }
  /// Nothing was typed that only this command has, but for `--resume`.
  var isPlain: Bool { get }

  func explore(_ resumption: Resumption) throws
}

extension ResumableCommand {
  /// Begins a run, or resumes the one that was cut.
  func exploreOrResume() throws {
    guard resume else { return try explore(Resumption(command: Self.name, saved: nil)) }
    guard isPlain, exploration.asked.asksAtMost(for: .timeLimit) else {
      throw CommandError.usage(
        "--resume takes \(Self.subjects) and options from the run that it continues; leave all others but "
          + "--jobs, --time and those of the output away")
    }
    let saved = try SavedWorkFile(of: Self.name).read()
    var begun = try Self.parse(saved.arguments)
    begun.jobs = jobs
    begun.output = output
    begun.exploration.asked.timeLimit = exploration.asked.timeLimit
    try begun.explore(Resumption(command: Self.name, saved: saved))
  }
}
