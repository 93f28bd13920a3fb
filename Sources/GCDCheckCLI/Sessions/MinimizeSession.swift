// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule

/// One run of `gcdcheck minimize`.
struct MinimizeSession {
  let subject: MinimizedSubject
  let request: ExplorationRequest
  /// Smaller scenarios, and runs for a smaller schedule, at most.
  let limit: Int
  /// Processes that look for a finding.
  let jobs: Int
  /// nil = standard output.
  let destination: String?
  let session: ReportedSession

  private let start = ContinuousClock.now

  func run() throws -> ExitStatus {
    if let destination, FileManager.default.fileExists(atPath: destination) {
      throw CommandError.usage("\"\(destination)\" is there already; name a new file")
    }
    let path = subject.scenario.scenario.path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw CommandError.toolFailed("\"\(path)\" cannot be read")
    }
    if let seed = request.drawnSeed { say("seed \(seed) (again with --seed \(seed))") }
    var options = request.options
    options.timeLimit = request.timeLimit
    let schedule = try schedule(options)
    if Interruption.isRequested { return .interrupted }
    options.timeLimit = nil
    let plain = options
    options.shrinksReplay = true
    options.mostShrinkingRuns = limit
    schedule.apply(to: &options)
    let exploration = try schedule.scenario.run(options).exploration
    guard let finding = exploration.errors.first, let saved = exploration.saved.first else {
      if let divergence = exploration.divergence {
        say("the program does not follow this schedule any more: \(divergence)")
        return .replayDiverged
      }
      throw CommandError.toolFailed(
        "the schedule shows no error in \(schedule.scenario.name); nothing to minimize")
    }
    guard let reduction = try reduce(text, path, finding, saved, plain) else {
      throw CommandError.toolFailed("\"\(path)\" cannot be read")
    }
    session.reports.clearProgress()
    try write(heading(reduction.finding) + reduction.text)
    tell(reduction, finding)
    try report(reduction.finding)
    return Interruption.isRequested ? .interrupted : .asExpected
  }

  /// The schedule that was asked for, or the first one that shows an error.
  private func schedule(_ options: ScenarioOptions) throws -> ReplayedSubject {
    switch subject {
    case .replayed(let subject): return subject
    case .explored(let scenario):
      defer { session.reports.clearProgress() }
      return try ReplayedSubject(
        exploring: scenario, options, jobs: jobs, onProgress: { session.update($0, running: scenario.name) })
    }
  }

  private func reduce(
    _ text: String, _ path: String, _ finding: Finding, _ saved: SavedSchedule, _ options: ScenarioOptions
  ) throws -> ScenarioReduction? {
    defer { session.reports.clearProgress() }
    let (limit, start, time) = (limit, start, request.timeLimit)
    return try ScenarioReduction(
      text, path: destination ?? path, finding: finding, saved: saved, options: options, limit: limit,
      mayGoOn: { progress in
        session.reports.update {
          "\(Int($0))s  \(progress.tried) of \(limit) smaller scenarios tried  "
            + "\(progress.partsLeftOut) parts left out"
        }
        if let time, .now - start >= time { return false }
        return !Interruption.isRequested
      })
  }

  private func heading(_ finding: Finding) -> String {
    "# \(subject.scenario.name), with all left out that \(finding.code) \(finding.kind.code.slug) does not "
      + "need.\n"
  }

  private func write(_ text: String) throws {
    guard let destination else { return StandardStream.output.put(text) }
    let file = AtomicFile(path: destination, purpose: "--output")
    try file.prepare()
    try file.write(text)
  }

  private func say(_ line: String) { StandardStream.error.line("gcdcheck: \(line)".asLogLine) }

  private func tell(_ reduction: ScenarioReduction, _ first: Finding) {
    func deviations(_ finding: Finding) -> Int {
      (try? ScheduleToken(parsing: finding.schedule))?.deviations.count ?? 0
    }
    let before = first.context.shrinking?.before ?? deviations(first)
    say("\(reduction.partsLeftOut) parts left out in \(reduction.tried) runs of smaller ones")
    say("deviations from the usual order: \(before) before, \(deviations(reduction.finding)) now")
    say("\(reduction.finding.code): \(reduction.finding.message)")
    if let destination {
      let command = Invocation.command(environment)
      say("replay: \(command) replay \(reduction.finding.schedule) \(destination)")
    }
  }

  /// Replays the schedule in the file that was written, for the reports that were asked for.
  private func report(_ finding: Finding) throws {
    guard let destination, session.reports.isAsked else { return }
    let small = try ReplayedSubject(finding.schedule, file: destination, command: "minimize")
    _ = try ReplaySession(subject: small, request: request, isTraced: false, session: session).run()
  }
}
