// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDRuntime

/// The run that a session resumes, and what it leaves for one that resumes it.
struct Resumption {
  /// As the user types it.
  let command: String
  /// Nil for a run that begins anew.
  let saved: SavedSession?
  /// The user wants this run, if it is cut, to be one that can be resumed.
  var isAsked = false

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
  /// - Returns: whether something is left for a run that the user has asked for.
  /// - Throws: `CommandError` where it cannot be written.
  func leave(
    _ items: [SavedSession.Item]?, _ request: ExplorationRequest, _ session: ReportedSession
  ) throws -> Bool {
    let file = SavedWorkFile(of: command, shard: request.shard)
    // What a corpus has is not explored again by the next run anyway.
    guard let items, request.corpus == nil else {
      if saved != nil { file.remove() }
      return false
    }
    guard file.isWanted(save: request.save ?? (isAsked ? true : nil)) else { return false }
    let rest = SavedSession(
      arguments: arguments, drawnSeed: request.drawnSeed, shard: request.shard, items: items)
    try file.write(rest)
    let part = request.shard.map { " --shard \($0)" } ?? ""
    session.reports.say(
      "to continue where it stopped: \(Invocation.command(environment)) \(command) --resume\(part)")
    return isAsked
  }
}

/// The words of the options that each resumable command has.
enum ResumableOptions {
  static let resume = ArgumentHelp(
    """
    Continue the run that was cut; takes only --jobs, --time, --shard and the output's options. With \
    --shard, the command that began it, which begins it where nothing was cut.
    """)
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

  /// Takes over where the subjects are, which is no option of the run.
  mutating func takePlaces(of typed: Self)

  func explore(_ resumption: Resumption) throws
}

extension ResumableCommand {
  func takePlaces(of typed: Self) {}

  /// Begins a run, or resumes the one that was cut.
  ///
  /// A shard is resumed by the very command that began it, which begins it where nothing is unfinished: a job
  /// engine knows but one command for the first attempt and the later ones.
  func exploreOrResume() throws {
    guard resume else { return try explore(Resumption(command: Self.name, saved: nil)) }
    let request = try ExplorationRequest(exploration, variables: environment)
    if request.corpus != nil {
      throw CommandError.usage(
        "--resume and --corpus do not go together: with a corpus each run continues behind the last one")
    }
    let isTypedAlone = isPlain && exploration.asked.asksAtMost(for: .timeLimit, .shard)
    guard let shard = request.shard else {
      guard isTypedAlone else {
        throw CommandError.usage(
          "--resume takes \(Self.subjects) and options from the run that it continues; leave all others but "
            + "--jobs, --time, --shard and those of the output away")
      }
      return try resume(from: SavedWorkFile.only(of: Self.name).read(), request)
    }
    let file = SavedWorkFile(of: Self.name, shard: shard)
    if !file.exists { return try explore(Resumption(command: Self.name, saved: nil, isAsked: true)) }
    let saved = try file.read()
    if isTypedAlone { return try resume(from: saved, request) }
    try explore(Resumption(command: Self.name, saved: saved, isAsked: true))
  }

  /// Continues with a run by the arguments that began it.
  private func resume(from saved: SavedSession, _ request: ExplorationRequest) throws {
    var begun = try Self.parse(saved.arguments)
    begun.takePlaces(of: self)
    begun.jobs = jobs
    begun.output = output
    begun.exploration.asked.timeLimit = exploration.asked.timeLimit
    if request.engineShard != nil {
      _ = begun.exploration.asked.read(EngineShard.word, for: .shard)
    } else {
      begun.exploration.asked.shard = saved.shard
    }
    try begun.explore(Resumption(command: Self.name, saved: saved, isAsked: true))
  }
}
