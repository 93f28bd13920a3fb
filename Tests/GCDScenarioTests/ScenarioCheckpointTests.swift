// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule
import SharedScenarios
import Testing

@testable import GCDScenario

/// An exploration that is cut between any two runs and taken up again comes to what one in one piece does.
@Suite(.serialized) struct ScenarioCheckpointTests {
  private func options(_ strategy: Strategy, keepGoing: Bool) -> ScenarioOptions {
    var options = ScenarioOptions()
    options.schedules = 400
    options.strategy = strategy
    options.keepGoing = keepGoing
    options.save = false
    options.keepsCheckpoint = true
    return options
  }

  @Test(arguments: SharedScenario.all, [Strategy.auto, .random, .exhaustive, .exhaustive(bound: 2)])
  func theTotalIsThatOfOnePiece(_ text: String, _ strategy: Strategy) throws {
    let scenario = try Scenario(text: text, path: "s.gcd.yaml")
    for keepGoing in [false, true] {
      let whole = try scenario.run(options(strategy, keepGoing: keepGoing))
      #expect(whole.begun == nil)
      var asked = options(strategy, keepGoing: keepGoing)
      var result: ScenarioResult?
      var pieces = 0
      for cut in [1, 2, 9, 21, 22, 40, 137, 199, 201, 230, 1_000] {
        result = try scenario.run(asked, progress: { $0.schedules < cut })
        guard let begun = result?.begun else { break }
        pieces += 1
        asked.begun = try JSONLine.decode(ExplorationCheckpoint.self, from: JSONLine.encode(begun))
      }
      let last = try #require(result)
      #expect(last.exploration.schedulesRun < 2 || pieces > 0)
      expectSame(last, whole)
    }
  }
}
