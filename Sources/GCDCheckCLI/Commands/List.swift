// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// `gcdcheck list`: the scenarios that fuzz would run, with the verdicts they expect.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the scenarios that fuzz would run, with the verdicts that they expect.")

  @Argument(help: "Scenario files or folders, as for fuzz.", completion: .scenarios)
  var paths: [String] = []

  @Option(help: "Only scenarios whose path matches this regular expression.")
  var filter: String?

  func run() throws {
    let environment = EnvironmentMirror(variables: environment)
    let selection = try ScenarioSelection(paths: paths, filter: filter ?? environment.text("GCDCHECK_FILTER"))
    let width = selection.scenarios.map(\.name.count).max() ?? 0
    for scenario in selection.scenarios {
      let name = scenario.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      StandardStream.output.line(name + scenario.expectation)
    }
  }
}
