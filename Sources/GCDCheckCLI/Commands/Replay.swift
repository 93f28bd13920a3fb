// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// `gcdcheck replay TOKEN FILE`: runs exactly the schedule that a report names.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the one schedule that a report names, and shows its report again.",
    discussion:
      "Exits with 1 when the finding shows again, 0 when it does not, 3 when the program no longer fits.")

  @Argument(help: "The schedule token, as the report's last lines give it (gcd1-…).")
  var token: String

  @Argument(help: "The scenario file, or the name of a shipped scenario; not needed when there is only one.")
  var file: String?

  @Flag(help: "Show every step of the schedule.")
  var trace = false

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    let mirror = EnvironmentMirror(variables: environment)
    let shown = try OutputRequest(output, mirror)
    _ = try ReplayedToken.parse(token)
    let selection = try ScenarioSelection(paths: file.map { [$0] } ?? [], filter: nil)
    guard selection.scenarios.count == 1, let scenario = selection.scenarios.first else {
      throw Refusal.usage(
        "which of \(selection.scenarios.count) scenarios? Name the file: gcdcheck replay \(token) FILE")
    }
    let reports = try ReportSinks(shown, environment: environment)
    var session = ReplaySession(
      selected: scenario, token: token,
      request: try ExplorationRequest(.parse([]), variables: environment),
      isTraced: try trace || mirror.isOn("GCDCHECK_TRACE") ?? false, reports: reports)
    try end(session.run())
  }
}
