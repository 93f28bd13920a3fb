// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import ReportClaims
import Testing

/// Several waits that nothing ends, of which none is a consequence of another.
@Suite struct SeveralCausesTests {
  @Test func eachHasAFinding() throws {
    let body = {
      let ready = DispatchSemaphore(value: 0)
      let loaded = DispatchSemaphore(value: 0)
      let all = DispatchGroup()
      DispatchQueue.global().async(group: all) { ready.wait() }
      DispatchQueue.global().async(group: all) { loaded.wait() }
      all.wait()
    }
    let exploration = exploreSchedules(schedules: 20, body)
    let findings = exploration.findings
    #expect(findings.map(\.code) == ["GCD103", "GCD103"])
    try #require(findings.count == 2)
    #expect(findings[0].message.contains("semaphore 'ready'"))
    #expect(findings[1].message.contains("semaphore 'loaded'"))
    for finding in findings {
      #expect(finding.brokenClaims == [])
      #expect(finding.alsoStuck.map(\.name) == ["test body"])
    }
    let replayed = exploreSchedules(replaying: findings[0].schedule, body).findings
    #expect(replayed.map { withoutOrigin($0.report) } == findings.map { withoutOrigin($0.report) })
  }

  /// The second block waits for what the first one does behind its wait.
  @Test func aConsequenceHasNone() {
    let report = expectFinding("GCD103", naming: "semaphore 'ready'") {
      let ready = DispatchSemaphore(value: 0)
      let loaded = DispatchSemaphore(value: 0)
      let all = DispatchGroup()
      DispatchQueue.global().async(group: all) {
        ready.wait()
        loaded.signal()
      }
      DispatchQueue.global().async(group: all) { loaded.wait() }
      all.wait()
    }
    #expect(!report.contains("waits for semaphore 'loaded'"))
  }

  /// Both wait for the same.
  @Test func twoThatWaitForOneHaveOne() {
    expectFinding("GCD103", naming: "semaphore 'ready'") {
      let ready = DispatchSemaphore(value: 0)
      let all = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: all) { ready.wait() } }
      all.wait()
    }
  }
}
