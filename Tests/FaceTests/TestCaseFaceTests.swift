// Licensed under the Apache License, Version 2.0; see LICENSE.
import FacePrograms
import GCDCheck
import XCTest

/// The programs of `Packages/faces` as tests of XCTest.
final class TestCaseFaceTests: XCTestCase {
  func testBlocksInATestCase() {
    for program in FaceProgram.all where program.isBlocking {
      let exploration = exploreSchedules(schedules: 10, seed: 1) { program.runBlocking() }
      XCTAssertEqual(exploration.findings.first?.code, program.code, program.name)
    }
  }
}

/// Every twin passes in a class whose tests are all under control; what fails there is told by XCTest itself
/// (`.ci/consumer`).
final class ControlledTwinTests: DeterministicTestCase {
  override class var options: ExplorationOptions { ExplorationOptions(schedules: 3) }

  func testTwins() {
    for program in FaceProgram.all where program.isBlocking && program.code == nil { program.runBlocking() }
  }

  func testAsyncTwins() async {
    for program in FaceProgram.all where program.code == nil { await program.run() }
  }
}
