// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDReport

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
    let names = selection.scenarios.map(\.name.asLogLine)
    let width = names.map(\.count).max() ?? 0
    for (scenario, name) in zip(selection.scenarios, names) {
      let space = String(repeating: " ", count: width + 2 - name.count)
      StandardStream.output.line((name + space + scenario.expectation).asLogLine)
    }
  }
}
