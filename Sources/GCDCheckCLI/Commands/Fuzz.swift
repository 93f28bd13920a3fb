// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// `gcdcheck fuzz`: runs scenarios under many schedules and compares each verdict with the one it expects.
struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs scenarios under many schedules and compares each verdict with the expected one.",
    discussion: """
      Without a path: every *.gcd.yaml below the current folder, or, where there is none, the scenarios that \
      ship with gcdcheck.
      """)

  @Argument(help: "Scenario files, folders, or names of shipped scenarios.")
  var paths: [String] = []

  @Option(help: "Only scenarios whose path matches this regular expression.")
  var filter: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep what fails in .gcdcheck/regressions; the default where there is a folder .gcdcheck.")
  var save: Bool?

  @Option(
    help: "Scenarios that are explored at once; changes nothing but the time. Default: one per processor.",
    transform: Count.parse)
  var jobs: Count?

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    let mirror = EnvironmentMirror(variables: environment)
    var request = try ExplorationRequest(exploration, variables: environment)
    if let save { request.save = save }
    let shown = try OutputRequest(output, mirror)
    let selection = try ScenarioSelection(paths: paths, filter: filter ?? mirror.text("GCDCHECK_FILTER"))
    let reports = try ReportSinks(shown, environment: environment)
    let wantedJobs = try jobs ?? mirror.value("GCDCHECK_JOBS")
    var session = FuzzSession(
      selection: selection, request: request,
      jobs: wantedJobs?.value ?? ProcessInfo.processInfo.activeProcessorCount, detail: shown.detail,
      reports: reports)
    try end(session.run())
  }
}
