// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

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
    var session = FuzzSession(selection: selection, request: request, detail: shown.detail, reports: reports)
    try end(session.run())
  }
}
