// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// A schedule that failed a test, as a regression file keeps it: one line of JSON.
package struct SavedSchedule: Sendable, Codable, Equatable {
  /// The format that this version writes, and the last one that it reads.
  package static let newestFormat = 1

  package var format = SavedSchedule.newestFormat
  /// The version of gcdcheck that wrote the line.
  package var tool = toolVersion
  /// The test's id; a scenario's is its path from the package's folder on.
  package var test: String
  /// "GCD102".
  package var code: String
  /// `Finding.signature`.
  package var signature: String
  /// The finding in one sentence.
  package var message: String
  /// The strategy that found it, in words.
  package var strategy: String
  /// The seed of that exploration.
  package var seed: UInt64
  /// The schedule, choice by choice.
  package var token: String
  /// Steps of the run.
  package var steps: Int
  /// The hash of the run's trace.
  package var trace: UInt64
  /// The same schedule as orders between tasks; empty where nothing but the token is known.
  package var order: [SavedDeviation]

  /// The program and its arguments, of a schedule of a whole process.
  package var process: [String]?

  init(_ finding: Finding, test: String, of run: SavedExecution) {
    self.test = test
    if case .process(let command) = finding.context.target { process = command }
    code = finding.code
    signature = finding.signature
    message = finding.message
    strategy = finding.context.strategy
    seed = finding.seed
    token = finding.schedule
    steps = run.steps
    trace = run.trace
    order = run.order
  }

  /// A shell command that runs the schedule again, strictly, where a process of its own has to do it.
  package var replayCommand: String {
    FindingOrigin(
      test: test, target: process.map { .process(command: $0) } ?? .test(filter: test), schedule: 1, of: 0,
      strategy: strategy, seed: seed, token: token
    ).replayCommand ?? ""
  }
}

/// What is kept of the run that a finding was made from.
package struct SavedExecution: Sendable, Codable {
  var steps: Int
  var trace: UInt64
  var order: [SavedDeviation]
}

/// One deviation with the names of its tasks, for people and for programs whose ids have changed.
package struct SavedDeviation: Sendable, Codable, Equatable {
  /// Who goes first, such as `block 2 of queue "bank"`.
  package var goes: String
  /// Where that block was submitted: `Sources/Bank.swift:12`; nil where it is not known.
  package var submitted: String?
  /// Who would continue in the usual order.
  package var before: String
  package var deviation: StableDeviation

  /// The files lie in the repositories of users: their words stay.
  private enum CodingKeys: String, CodingKey {
    case goes, submitted, before
    case deviation = "detour"
  }

  /// For reports.
  var words: String {
    if deviation.isEffect {
      return "way \(deviation.instead) of choice \(deviation.operation + 1) of the program"
    }
    return "\(goes) before operation \(deviation.operation) of \(before)"
  }
}
