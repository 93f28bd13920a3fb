// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// `gcdcheck fuzz`: runs scenarios under many schedules and compares each verdict with the one it expects.
struct Fuzz: ResumableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs scenarios under many schedules and compares each verdict with the expected one.",
    discussion: """
      Without a path: every *.gcd.yaml below the current folder, or, where there is none, the scenarios that \
      ship with gcdcheck.
      """)

  @Argument(help: "Scenario files, folders, or names of shipped scenarios.", completion: .scenarios)
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

  @Flag(help: ResumableOptions.resume)
  var resume = false

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @OptionGroup(title: "Output")
  var output: OutputArguments

  static let name = "fuzz"
  static let subjects = "scenarios"
  var isPlain: Bool { paths.isEmpty && filter == nil && save == nil }

  func run() throws { try exploreOrResume() }

  func explore(_ resumption: Resumption) throws {
    let setup = try CommandSetup(
      exploration, output, jobs: jobs, save: save, drawnSeed: resumption.saved?.drawnSeed)
    let selection = try ScenarioSelection(
      paths: paths, filter: filter ?? setup.mirror.text("GCDCHECK_FILTER"))
    var session = try FuzzSession(
      selection: selection, request: setup.request,
      jobs: setup.jobs ?? ProcessInfo.processInfo.activeProcessorCount, detail: setup.shown.detail,
      reports: try setup.reports(), resumption: resumption)
    try end(session.run())
  }
}
