// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import Testing

@testable import GCDScenario

/// Two explorations of one scenario came to the same, in all that is ever told of them.
func expectSame(_ result: ScenarioResult, _ whole: ScenarioResult) {
  let (one, other) = (result.exploration, whole.exploration)
  #expect(one.findings == other.findings)
  #expect(one.schedulesRun == other.schedulesRun)
  #expect(one.distinctSchedules == other.distinctSchedules)
  #expect(one.traceHash == other.traceHash)
  #expect(one.steps == other.steps)
  #expect(one.directedRuns == other.directedRuns)
  #expect(one.coverage == other.coverage)
  #expect(one.search == other.search)
  #expect(one.isExhaustive == other.isExhaustive)
  #expect(one.stopped == other.stopped)
  #expect(one.notes == other.notes)
  #expect(result.outcomes == whole.outcomes)
  #expect(result.verdict.description == whole.verdict.description)
}
