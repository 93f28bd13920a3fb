// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDScenario

/// Every shipped scenario, through the engine: each gets the verdict that it expects.
@Suite(.serialized) struct ShippedVerdictTests {
  private static let names = ScenarioFiles.shipped.map { ScenarioFiles.name(ofFile: $0) }

  @Test(arguments: names)
  func isAsExpected(_ name: String) throws {
    let path = try #require(ScenarioFiles.shipped.first { ScenarioFiles.name(ofFile: $0) == name })
    let result = try Scenario.load(path: path).run()
    #expect(result.verdict.passed, "\(result.verdict)")
  }
}
