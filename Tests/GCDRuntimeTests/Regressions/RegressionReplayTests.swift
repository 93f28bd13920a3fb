// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import Foundation
import GCDReport
import XCTest

@testable import GCDRuntime

/// A schedule is saved, the program is edited, and the schedule is run again first.
final class RegressionReplayTests: XCTestCase {
  /// What has happened to the program since its schedule was saved.
  private enum Edit {
    case none, operationAdded, taskRemoved, queueRenamed, mended
  }

  private var root = ""

  override func setUpWithError() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("gcdcheck-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: root) }

  private var file: RegressionFile { RegressionFile(root: root, test: "T.S/t", mayWrite: true) }

  /// Two queues that wait for each other under some schedules.
  private func explored(_ edit: Edit, replaysFirst: Bool = true, seed: UInt64 = 7) throws -> Exploration {
    var options = ExplorationOptions(schedules: 300, seed: seed)
    if replaysFirst { options.regressions = file }
    return try explore(options) {
      let log = DispatchQueue(label: "log")
      let first = DispatchQueue(label: edit == .queueRenamed ? "renamed" : "first")
      let second = DispatchQueue(label: "second")
      if edit != .taskRemoved { log.async {} }
      first.async {
        if edit == .operationAdded { DispatchSemaphore(value: 0).signal() }
        second.sync {}
      }
      second.async {
        if edit == .mended { first.async {} } else { first.sync {} }
      }
    }
  }

  private func save() throws {
    var found = try explored(.none)
    XCTAssertEqual(found.errors.map(\.code), ["GCD102"])
    XCTAssertNil(found.errors.first?.context.regression)
    found.save(to: file)
    XCTAssertEqual(file.read().count, 1)
    XCTAssertEqual(found.notes, [.saved(entries: [".gcdcheck/regressions/S.t.jsonl#1"])])
  }

  private func manner(_ edit: Edit) throws -> ReplayManner? {
    let again = try explored(edit)
    XCTAssertEqual(again.errors.map(\.code), ["GCD102"])
    let origin = try XCTUnwrap(again.errors.first?.context.regression)
    XCTAssertEqual(origin.entry, ".gcdcheck/regressions/S.t.jsonl#1")
    XCTAssertTrue(again.errors[0].report.contains("from regression file \(origin.entry), replayed"))
    return origin.manner
  }

  func testAnUnchangedProgramIsReplayedExactly() throws {
    try save()
    XCTAssertEqual(try manner(.none), .exact)
    // What was replayed as recorded is not saved anew.
    XCTAssertEqual(try explored(.none).saved, [])
  }

  func testLabelsAreNoPartOfASchedule() throws {
    try save()
    XCTAssertEqual(try manner(.queueRenamed), .exact)
  }

  func testATaskThatIsGoneLeavesTheOrders() throws {
    try save()
    XCTAssertEqual(try manner(.taskRemoved), .orders)
  }

  func testAnOperationMoreIsFoundByOrdersOrNearThem() throws {
    try save()
    let manner = try manner(.operationAdded)
    XCTAssertTrue(manner == .orders || manner == .search, "\(String(describing: manner))")
    var again = try explored(.operationAdded)
    again.save(to: file)
    XCTAssertEqual(file.read().count, 1, "the new schedule takes the place of the old one")
    XCTAssertEqual(try self.manner(.operationAdded), .exact)
  }

  func testWhatIsMendedIsSaidOnceAndMovesNoSchedule() throws {
    try save()
    let plain = try explored(.mended, replaysFirst: false)
    let again = try explored(.mended)
    XCTAssertEqual(again.errors.count, 0)
    XCTAssertEqual(again.schedulesRun, plain.schedulesRun)
    XCTAssertEqual(again.traceHash, plain.traceHash)
    XCTAssertEqual(again.distinctSchedules, plain.distinctSchedules)
    let gone = again.notes.filter { if case .noLongerFound = $0 { true } else { false } }
    XCTAssertEqual(gone.count, 1)
    XCTAssertEqual(again.notes.count, plain.notes.count + 1)
  }

  func testLinesOfOtherTestsAreLeftAlone() throws {
    try save()
    var options = ExplorationOptions(schedules: 5, seed: 7)
    options.regressions = RegressionFile(root: root, test: "Other.S/t", mayWrite: true)
    let other = try explore(options) { DispatchQueue(label: "a").sync {} }
    XCTAssertEqual(other.notes, [])
    XCTAssertEqual(other.errors.count, 0)
  }
}
#endif
