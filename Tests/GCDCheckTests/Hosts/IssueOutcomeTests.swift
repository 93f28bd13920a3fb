// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import GCDReport
import GCDRuntime
import Testing

@testable import GCDCheck

@Suite struct IssueOutcomeTests {
  @Test func aKnownIssueFailsNothing() {
    withKnownIssue {
      #expect(!IssueOutcome.ofRecording("known", at: #_sourceLocation, in: Test.current))
    }
  }

  #if compiler(>=6.2)
  @Test func aFindingThatTheTestKnowsIsOneItAsksFor() {
    let exploration = exploreSchedules(schedules: 3) { DispatchSemaphore(value: 0).wait() }
    var known: [Finding] = []
    withKnownIssue { known = TestHost.current.record(exploration.findings, at: .unknown) }
    #expect(known == exploration.findings)
    #expect(known.map(\.code) == ["GCD103"])
  }
  #endif
}
#endif
