// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDReport
import XCTest

@testable import GCDRuntime

/// Blocks that wait for further ones, on pools that hold, grow, and end.
final class PoolPrograms: XCTestCase {
  private func findings(
    _ pool: PoolWidth, schedules: Int = 3, _ body: () throws -> Void
  ) throws -> [Finding] {
    var options = ExplorationOptions(schedules: schedules, seed: 7, poolWidth: pool)
    let findings = try explore(options, body: body).findings
    for finding in findings {
      options.replay = finding.schedule
      let replayed = try explore(options, body: body).findings
      XCTAssertEqual(replayed.map(text), [text(finding)])
    }
    return findings

    /// A replay is told as one: all but that is equal.
    func text(_ finding: Finding) -> String {
      finding.report.split(separator: "\n").filter { !$0.hasPrefix("note: ") && !$0.hasPrefix("replay: ") }
        .joined(separator: "\n")
    }
  }

  /// As many blocks as that on global queues, or on a serial queue each, and each waits for the last one.
  private func waitForTheLast(_ count: Int, serial: Bool) {
    let semaphore = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    for index in 1...count {
      let queue = serial ? DispatchQueue(label: "com.acme.\(index)") : DispatchQueue.global()
      queue.async(group: group) {
        if index < count { semaphore.wait() } else { for _ in 1..<count { semaphore.signal() } }
      }
    }
    group.wait()
  }

  /// On Linux the pool grows: what comes after the standstill is explored as well.
  func testGrowingPool() throws {
    let findings = try findings(.linux(cpus: 2)) {
      waitForTheLast(8, serial: false)
      DispatchQueue(label: "com.acme.own").sync { XCTAssertTrue(true) }
    }
    XCTAssertEqual(findings.map(\.code), ["GCD106"])
    XCTAssertEqual(findings.first?.severity, .warning)
    XCTAssertTrue(
      findings.first?.report.contains("program is blocked for up to 6 seconds.") == true,
      findings.first?.report ?? "")
    XCTAssertEqual(try self.findings(.linux(cpus: 8)) { waitForTheLast(8, serial: false) }.map(\.code), [])
  }

  func testDefectBehindTheStandstill() throws {
    let findings = try findings(.linux(cpus: 2)) {
      waitForTheLast(4, serial: false)
      let queue = DispatchQueue(label: "com.acme.own")
      queue.sync { queue.sync {} }
    }
    XCTAssertEqual(findings.map(\.code).sorted(), ["GCD101"])
  }

  /// Apple's pool ends at 64; on Linux it grows.
  func testMoreThanApplesPool() throws {
    for pool in [PoolWidth.unbounded, .darwin] {
      let findings = try findings(pool, schedules: 1) { waitForTheLast(65, serial: false) }
      XCTAssertEqual(findings.map(\.code), ["GCD106"])
      XCTAssertEqual(findings.first?.severity, .error)
      XCTAssertTrue(findings.first?.report.contains("On Apple's platforms the pool ends at 64") == true)
    }
  }

  func testMoreThanLinuxEverStarts() throws {
    for pool in [PoolWidth.unbounded, .linux(cpus: 4), .darwin] {
      let findings = try findings(pool, schedules: 1) { waitForTheLast(256, serial: false) }
      XCTAssertEqual(findings.map(\.code), ["GCD106"])
      XCTAssertTrue(findings.first?.report.contains("On Linux this program hangs") == true)
    }
  }

  /// A serial queue has a thread of its own on every platform.
  func testManySerialQueues() throws {
    for pool in [PoolWidth.unbounded, .linux(cpus: 1), .darwin] {
      XCTAssertEqual(try findings(pool) { waitForTheLast(100, serial: true) }.map(\.code), [])
    }
  }

  func testTooManySerialQueues() throws {
    for pool in [PoolWidth.unbounded, .linux(cpus: 1), .darwin] {
      let findings = try findings(pool, schedules: 1) { waitForTheLast(256, serial: true) }
      XCTAssertEqual(findings.map(\.code), ["GCD106"])
      XCTAssertTrue(findings.first?.report.contains("all 255 workers wait") == true)
    }
  }
}
