// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

extension Scenario {
  var summary: String { "" }
  var expectationWords: String { "clean" }
  var options: ExplorationOptions { ExplorationOptions(testID: name) }
  func run(_ options: ExplorationOptions, observer: (Int, Int) -> Bool) -> ScenarioResult {
    ScenarioResult(isAsExpected: true, expected: "clean", actual: "clean", exploration: Exploration())
  }
}
struct ScenarioResult {
  var isAsExpected: Bool
  var expected: String
  var actual: String
  var exploration: Exploration
}
enum Expectation { case clean, finding(FindingCode, names: [String]) }
struct Scenario {
  var path: String
  var name: String
  var expectation: Expectation
  static func load(path: String) throws -> Scenario { Scenario(path: path, name: path, expectation: .clean) }
}
struct ScenarioErrors: Error { var description = "" }
enum ScenarioFiles {
  static func discover(paths: [String]) throws -> [String] { [] }
  static let shippedFolder = "."
}
enum Explanations {
  static let overview = ""
  static func page(_ topic: String) -> String? { nil }
}
