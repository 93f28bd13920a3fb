// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule

/// One run of `gcdcheck minimize`.
struct MinimizeSession {
  let subject: ReplayedSubject
  let request: ExplorationRequest
  /// Smaller scenarios, and runs for a smaller schedule, at most.
  let limit: Int
  /// nil = standard output.
  let destination: String?

  func run() throws -> ExitStatus {
    if let destination, FileManager.default.fileExists(atPath: destination) {
      throw Refusal.usage("\"\(destination)\" is there already; name a new file")
    }
    let path = subject.scenario.scenario.path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw Refusal.toolFailed("\"\(path)\" cannot be read")
    }
    var options = request.options
    options.save = false
    let plain = options
    options.shrinksReplay = true
    options.mostShrinkingRuns = limit
    subject.apply(to: &options)
    let exploration = try subject.scenario.run(
      options, onFinding: {}, onSchedule: { _ in !Interruption.isRequested }
    ).exploration
    guard let finding = exploration.errors.first, let saved = exploration.saved.first else {
      if let divergence = exploration.divergence {
        StandardStream.error.line(
          "gcdcheck: the program does not follow this schedule any more: \(divergence)")
        return .replayDiverged
      }
      throw Refusal.toolFailed("the schedule shows no error in \(subject.scenario.name); nothing to minimize")
    }
    guard
      let reduction = try ScenarioReduction(
        text, path: path, finding: finding, saved: saved, options: plain, limit: limit,
        mayGoOn: { !Interruption.isRequested })
    else { throw Refusal.toolFailed("\"\(path)\" cannot be read") }
    try write(heading(reduction.finding) + reduction.text)
    tell(reduction, finding)
    return Interruption.isRequested ? .interrupted : .asExpected
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

  private func tell(_ reduction: ScenarioReduction, _ first: Finding) {
    func deviations(_ finding: Finding) -> Int {
      (try? ScheduleToken(parsing: finding.schedule))?.deviations.count ?? 0
    }
    let before = first.context.shrinking?.before ?? deviations(first)
    let lines = [
      "gcdcheck: \(reduction.partsLeftOut) parts left out in \(reduction.tried) runs of smaller ones",
      "gcdcheck: deviations from the usual order: \(before) before, \(deviations(reduction.finding)) now",
      "gcdcheck: \(reduction.finding.code): \(reduction.finding.message)",
    ]
    for line in lines { StandardStream.error.line(line) }
    if let destination {
      let command = Invocation.command(environment)
      StandardStream.error.line(
        "gcdcheck: replay: \(command) replay \(reduction.finding.schedule) \(destination)")
    }
  }
}
