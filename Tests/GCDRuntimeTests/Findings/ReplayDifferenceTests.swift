// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import GCDReport
import GCDRuntime
import GCDSchedule
import XCTest

/// A token that a program does not follow is told with the step, what was expected and what came instead.
final class ReplayDifferenceTests: XCTestCase {
  private func replayed(_ deviations: [Deviation]) throws -> String? {
    let token = ScheduleToken(entropySeed: 1, poolWidth: 0, allowsSkew: false, deviations: deviations)
    var options = ExplorationOptions(schedules: 1, seed: 1)
    options.replay = token.description
    return try explore(options) {
      let group = DispatchGroup()
      for name in ["first", "second"] { DispatchQueue(label: name).async(group: group) {} }
      group.wait()
    }.divergence
  }

  func testAChoiceThatIsNotPossibleNamesTheStepAndWhoCanGoOn() throws {
    XCTAssertEqual(
      try replayed([Deviation(point: 2, choice: 6)]),
      "at step 4, which is choice 2, number 7 of the enabled tasks was expected, but only 3 can: "
        + "a block of \"first\", a block of \"second\", main thread")
  }

  func testARunThatEndsEarlyTellsBothNumbers() throws {
    let words = try XCTUnwrap(replayed([Deviation(point: 900, choice: 1)]))
    XCTAssertTrue(words.hasPrefix("choice 900 was expected, but the run ends after "), words)
  }

  func testATokenThatFitsIsNoDifference() throws {
    XCTAssertNil(try replayed([Deviation(point: 1, choice: 1)]))
  }
}
#endif
