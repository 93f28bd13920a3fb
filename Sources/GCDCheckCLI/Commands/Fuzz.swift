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

  @Flag(
    help:
      "Go on with the run that was cut; takes only --jobs, --time and the output's options."
  )
  var resume = false

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    guard resume else { return try explore(resuming: nil) }
    let isPlain =
      paths.isEmpty && filter == nil && save == nil && exploration.asked.asksAtMost(for: .timeLimit)
    guard isPlain else {
      throw CommandError.usage(
        "--resume takes scenarios and options from the run that it goes on with; leave all others but "
          + "--jobs, --time and those of the output away")
    }
    let unfinished = try SavedWorkFile<SavedSession>().read()
    var begun = try Fuzz.parse(unfinished.arguments)
    begun.jobs = jobs
    begun.output = output
    begun.exploration.asked.timeLimit = exploration.asked.timeLimit
    try begun.explore(resuming: unfinished)
  }

  private func explore(resuming unfinished: SavedSession?) throws {
    let mirror = EnvironmentMirror(variables: environment)
    var request = try ExplorationRequest(
      exploration, variables: environment, drawnSeed: unfinished?.drawnSeed)
    if let save { request.save = save }
    let shown = try OutputRequest(output, mirror)
    let selection = try ScenarioSelection(paths: paths, filter: filter ?? mirror.text("GCDCHECK_FILTER"))
    let reports = try ReportSinks(shown, environment: environment)
    let wantedJobs = try jobs ?? mirror.value("GCDCHECK_JOBS")
    var session = FuzzSession(
      selection: selection, request: request,
      jobs: wantedJobs?.value ?? ProcessInfo.processInfo.activeProcessorCount, detail: shown.detail,
      reports: reports)
    // The first word is the command's.
    session.arguments = unfinished?.arguments ?? Array(CommandLine.arguments.dropFirst(2))
    if let unfinished {
      session.finished = try unfinished.finished(selection.scenarios, request.options)
      session.isResumed = true
      for (index, item) in unfinished.scenarios.enumerated() { session.begun[index] = item.begun }
    }
    try end(session.run())
  }
}
