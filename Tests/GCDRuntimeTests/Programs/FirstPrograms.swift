// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDReport
import XCTest

@testable import GCDRuntime

/// The whole path on small real programs: unmodified Dispatch code, explored, judged, replayed.
final class FirstPrograms: XCTestCase {
  private func codes(
    _ schedules: Int = 300, pool: PoolWidth = .unbounded, host: BodyHost? = nil, line: UInt = #line,
    _ body: () throws -> Void
  ) throws -> [String] {
    var options = ExplorationOptions(schedules: schedules, seed: 7, poolWidth: pool)
    options.bodyHost = host
    let exploration = try explore(options, body: body)
    for finding in exploration.findings {
      var again = options
      again.replay = finding.schedule
      let replayed = try explore(again, body: body)
      XCTAssertTrue(
        replayed.findings.contains { $0.code == finding.code }, "\(finding.code) does not replay", line: line)
    }
    if ProcessInfo.processInfo.environment["GCDCHECK_SHOW"] != nil {
      for finding in exploration.findings { print(finding.report) }
    }
    return exploration.findings.map(\.code)
  }

  func testSyncOnOwnQueue() throws {
    XCTAssertEqual(
      try codes {
        let queue = DispatchQueue(label: "com.acme.cache")
        queue.sync { queue.sync {} }
      }, ["GCD101"])
  }

  func testSerialQueueIsClean() throws {
    XCTAssertEqual(
      try codes {
        let queue = DispatchQueue(label: "com.acme.cache")
        // Touched on the queue only.
        nonisolated(unsafe) var total = 0
        for _ in 0..<4 { queue.async { total += 1 } }
        queue.sync { XCTAssertEqual(total, 4) }
      }, [])
  }

  func testCrossedSyncs() throws {
    XCTAssertEqual(
      try codes {
        let a = DispatchQueue(label: "a")
        let b = DispatchQueue(label: "b")
        let group = DispatchGroup()
        a.async(group: group) { b.sync {} }
        b.async(group: group) { a.sync {} }
        group.wait()
      }, ["GCD102"])
  }

  func testMissingLeave() throws {
    XCTAssertEqual(
      try codes {
        let group = DispatchGroup()
        group.enter()
        group.wait()
      }, ["GCD104"])
  }

  func testSemaphoreNobodySignals() throws {
    XCTAssertEqual(
      try codes {
        let semaphore = DispatchSemaphore(value: 0)
        semaphore.wait()
      }, ["GCD103"])
  }

  func testUnbalancedLeave() throws {
    XCTAssertEqual(
      try codes {
        let group = DispatchGroup()
        group.enter()
        group.leave()
        group.leave()
      }, ["GCD201"])
  }

  func testOverResume() throws {
    XCTAssertEqual(try codes { DispatchQueue(label: "q").resume() }, ["GCD202"])
  }

  func testSemaphoreFreedTooLow() throws {
    XCTAssertEqual(
      try codes {
        let semaphore = DispatchSemaphore(value: 1)
        semaphore.wait()
      }, ["GCD204"])
  }

  func testTimeoutRace() throws {
    XCTAssertEqual(
      try codes {
        let group = DispatchGroup()
        group.enter()
        DispatchQueue(label: "network").asyncAfter(deadline: .now() + 3) { group.leave() }
        if group.wait(timeout: .now() + 3) == .timedOut { group.leave() }
      }, ["GCD201"])
  }

  func testWorkerPoolExhausted() throws {
    XCTAssertEqual(
      try codes(pool: .linux(cpus: 2)) {
        let group = DispatchGroup()
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<2 { DispatchQueue.global().async(group: group) { gate.wait() } }
        DispatchQueue.global().async(group: group) {
          gate.signal()
          gate.signal()
        }
        group.wait()
      }, ["GCD106"])
  }

  func testMainSyncFromMain() throws {
    XCTAssertEqual(try codes { DispatchQueue.main.sync {} }, ["GCD101"])
  }

  func testMainWaitsForBlockThatSyncsToMain() throws {
    XCTAssertEqual(
      try codes {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { DispatchQueue.main.sync {} }
        group.wait()
      }, ["GCD102"])
  }

  func testTimerFiresAtExactTimes() throws {
    XCTAssertEqual(
      try codes {
        let done = DispatchSemaphore(value: 0)
        let start = DispatchTime.now().uptimeNanoseconds
        // Touched by the timer's handler, and read when it has signaled.
        nonisolated(unsafe) var times: [UInt64] = []
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
          times.append((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000)
          if times.count == 3 {
            timer.cancel()
            done.signal()
          }
        }
        timer.resume()
        done.wait()
        XCTAssertEqual(times, [1, 2, 3])
      }, [])
  }

  func testConcurrentPerform() throws {
    XCTAssertEqual(
      try codes {
        let lock = NSLock()
        // Touched with the lock held, and read when all iterations are over.
        nonisolated(unsafe) var seen: Set<Int> = []
        DispatchQueue.concurrentPerform(iterations: 6) { index in
          lock.lock()
          seen.insert(index)
          lock.unlock()
        }
        XCTAssertEqual(seen.count, 6)
      }, [])
  }

  func testMutexCycle() throws {
    XCTAssertEqual(
      try codes {
        let a = NSLock()
        let b = NSLock()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
          a.lock()
          b.lock()
          b.unlock()
          a.unlock()
        }
        DispatchQueue.global().async(group: group) {
          b.lock()
          a.lock()
          a.unlock()
          b.unlock()
        }
        group.wait()
      }, ["GCD102"])
  }
}
