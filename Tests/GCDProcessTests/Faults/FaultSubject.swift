// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A command of the tool that writes files.
struct FaultSubject: Sendable, CustomStringConvertible {
  var description: String
  var words: [String]
  /// Commands that make what it reads.
  var before: [[String]] = []
  var environment: [String: String] = [:]
  /// Files that are there already.
  var old: [String] = []
  /// Takes part where not everything is asked for.
  var isQuick = false

  static let formats = ["text", "jsonl", "junit", "github", "summary", "sarif", "dot", "html"]

  private static func reports(_ formats: [String]) -> [String] {
    formats.flatMap { ["--report", "\($0)=report.\($0)"] }
  }

  private static let fuzz = ["fuzz", "--progress", "none", "--jobs", "1", "--schedules", "5", "--no-save"]
  private static let run = ["run", "--progress", "none", "--schedules", "3", "--keep-going"]

  /// - Parameters:
  ///   - formats: of the reports.
  ///   - token: a schedule of `a.gcd.yaml` with a finding.
  ///   - bundle: a test bundle, and which of its tests; nil = none is there.
  static func all(_ formats: [String], token: String, bundle: [String]?) -> [FaultSubject] {
    let old = formats.map { "report.\($0)" }
    let reports = reports(formats)
    let saved = [fuzz + ["--report", "jsonl=saved.jsonl"]]
    let shards = (1...2).map { fuzz + ["--shard", "\($0)/2", "--report", "jsonl=part\($0).jsonl"] }
    let keeping = ["fuzz", "--progress", "none", "--jobs", "1", "--schedules", "5"]
    var subjects = [
      FaultSubject(description: "fuzz", words: fuzz + reports, old: old, isQuick: true),
      FaultSubject(description: "fuzz, first report", words: fuzz + reports),
      FaultSubject(description: "fuzz, regression file", words: keeping + ["--save"]),
      FaultSubject(
        description: "fuzz, cut", words: keeping + ["--time", "1ns", "--save"], before: [], isQuick: true),
      FaultSubject(
        description: "fuzz, step summary", words: fuzz,
        environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"], old: ["summary.md"],
        isQuick: true),
      FaultSubject(description: "run", words: run + reports + ["--", "./program"], old: old),
      FaultSubject(description: "run, cut", words: run + ["--time", "1ns", "--save", "--", "./program"]),
      FaultSubject(
        description: "run, resumed", words: ["run", "--resume"] + reports,
        before: [run + ["--time", "1ns", "--save", "--", "./program"]], old: old),
      FaultSubject(
        description: "report", words: ["report", "saved.jsonl", "-o", "report.html"], before: saved,
        old: ["report.html"]),
      FaultSubject(description: "report, standard output", words: ["report", "saved.jsonl"], before: saved),
      FaultSubject(
        description: "merge", words: ["merge", "part1.jsonl", "part2.jsonl"] + reports, before: shards,
        old: old),
      FaultSubject(
        description: "minimize",
        words: ["minimize", "a.gcd.yaml", "--jobs", "1", "-o", "small.gcd.yaml"] + reports, old: old),
      FaultSubject(description: "replay", words: ["replay", token, "a.gcd.yaml"] + reports, old: old),
      FaultSubject(description: "init", words: ["init"], isQuick: true),
    ]
    if let bundle {
      subjects.append(
        FaultSubject(
          description: "test",
          words: ["test", "--progress", "none", "--schedules", "2", "--jobs", "1"] + bundle + reports,
          old: old))
    }
    return subjects
  }
}
