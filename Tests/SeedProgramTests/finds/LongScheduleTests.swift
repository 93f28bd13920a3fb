// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import GCDReport
import GCDReportFormats
import Testing

/// Of a long schedule the last steps are kept, and what held when they began.
@Suite struct LongScheduleTests {
  @Test func whatHeldBeforeTheStepsThatAreKeptIsKnown() throws {
    let exploration = exploreSchedules(schedules: 1) {
      let lock = ThreadLock()
      let queue = DispatchQueue(label: "com.acme.cache")
      let group = DispatchGroup()
      lock.lock()
      for _ in 0..<200 {
        group.enter()
        queue.async { group.leave() }
        group.wait()
      }
      queue.async { lock.lock() }
      queue.sync {}
    }
    let finding = try #require(exploration.findings.first)
    #expect(finding.code == "GCD102")
    let recordedTrace = try #require(finding.recordedTrace)
    #expect(recordedTrace.steps.count == 200 && recordedTrace.total > 400 && !recordedTrace.isWhole)
    let opening = try #require(recordedTrace.opening)
    #expect(opening.time == 0)
    let page = Renderer.render([.finding(FindingFound(test: "t", finding))], as: .html)
    #expect(page.contains("what they led to is known and is where this begins"))
    // Taken hundreds of steps before the first one that is kept.
    #expect(page.contains("held by test body; worker 1 waits"))
  }

  @Test func aShortScheduleIsThereFromItsStart() throws {
    let exploration = exploreSchedules(schedules: 1) { DispatchSemaphore(value: 0).wait() }
    let recordedTrace = try #require(exploration.findings.first?.recordedTrace)
    #expect(recordedTrace.isWhole && recordedTrace.opening == nil)
  }
}
