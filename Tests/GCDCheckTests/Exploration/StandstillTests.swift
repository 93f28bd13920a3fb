// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDReport
import Testing

@testable import GCDCheck

/// Checks of bodies that fail since a wait with a time limit ran out.
@Suite struct StandstillTests {
  private struct TimedOut: Error {}

  private func standstill(_ finding: Finding) -> Standstill? {
    if case .testFailed(let failure) = finding.kind { failure.standstill } else { nil }
  }

  /// The hang is what the report begins with, and a replay finds it again.
  @Test func theHangBehindALimitIsNamed() throws {
    func body() throws {
      let group = DispatchGroup()
      let never = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) { never.wait() }
      if group.wait(timeout: .now() + 60) == .timedOut { throw TimedOut() }
    }
    // What a body throws has the place of this call, which is the same for both.
    let (line, column) = (#line as UInt, #column as UInt)
    let found = exploreSchedules(schedules: 5, seed: 1, line: line, column: column, body)
    let finding = try #require(found.findings.first)
    #expect(finding.code == "GCD501")
    #expect(standstill(finding)?.hang.code == .semaphoreNeverSignaled, "\(finding.report)")
    let again = exploreSchedules(replaying: finding.schedule, line: line, column: column, body)
    #expect(
      again.findings.first?.kind == finding.kind && again.findings.first?.steps == finding.steps,
      "\(finding.report)\n\(again.findings.first?.report ?? "")")
    #expect(again.findings.first?.location == finding.location)
  }

  /// What a longer wait would have seen is no hang, and short limits may be meant to run out.
  @Test func nothingIsSaidWhereTimeWouldHelp() throws {
    func body(limit: Double, delay: Double) throws {
      let answered = DispatchSemaphore(value: 0)
      let unused = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { unused.wait() }
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { answered.signal() }
      if answered.wait(timeout: .now() + limit) == .timedOut { throw TimedOut() }
      unused.signal()
    }
    for (limit, delay) in [(5, 10), (0.5, 0.9)] {
      let found = exploreSchedules(schedules: 5, seed: 1) { try body(limit: limit, delay: delay) }
      let finding = try #require(found.findings.first)
      #expect(finding.code == "GCD501" && standstill(finding) == nil, "\(finding.report)")
    }
    let twin = exploreSchedules(schedules: 20, seed: 1) { try body(limit: 15, delay: 10) }
    #expect(twin.findings.isEmpty)
  }
}
