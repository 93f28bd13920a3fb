// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDCheck
import XCTest

final class ScratchTests: XCTestCase {
  func testRunUntil() {
    let start = Date()
    let exploration = exploreSchedules(schedules: 20) {
      let log = Journal()
      let begin = Date()
      DispatchQueue.main.async { log.note("async \(Thread.isMainThread)") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 5) { log.note("after") }
      RunLoop.main.run(until: Date() + 10)
      if log.text != "async true after" { throw Oops(log: [log.text]) }
      let took = Date().timeIntervalSince(begin)
      if abs(took - 10) > 0.001 { throw Oops(log: ["\(took)"]) }
      if RunLoop.main !== RunLoop.current { throw Oops(log: ["not main"]) }
    }
    for finding in exploration.findings { print(finding.report) }
    print("runs", exploration.schedulesRun, exploration.distinctSchedules, Date().timeIntervalSince(start))
    XCTAssert(exploration.findings.isEmpty)
  }

  func testTimer() {
    let exploration = exploreSchedules(schedules: 20) {
      let log = Journal()
      let begin = Date()
      _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
        log.note(Int(Date().timeIntervalSince(begin) * 100 + 0.5))
        if log.count == 5 { timer.invalidate() }
      }
      RunLoop.main.run(until: Date() + 10)
      if log.text != "100 200 300 400 500" { throw Oops(log: [log.text]) }
    }
    for finding in exploration.findings { print(finding.report) }
    XCTAssert(exploration.findings.isEmpty)
  }

  func testExpectation() {
    let exploration = exploreSchedules(schedules: 20) {
      let done = XCTestExpectation(description: "done")
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { DispatchQueue.main.async { done.fulfill() } }
      let result = XCTWaiter().wait(for: [done], timeout: 5)
      if result != .completed { throw Oops(log: ["\(result)"]) }
      let never = XCTestExpectation(description: "never")
      if XCTWaiter().wait(for: [never], timeout: 5) != .timedOut { throw Oops(log: ["no timeout"]) }
    }
    for finding in exploration.findings { print(finding.report) }
    print("runs", exploration.schedulesRun, exploration.distinctSchedules)
    XCTAssert(exploration.findings.isEmpty)
  }
}

struct Oops: Error { var log: [String] }
