// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import Testing

import GCDCheck

/// A test that its time limit cuts says so, and fails where it is strict or no schedule has ended.
@Suite struct HardlyTriedTests {
  /// - Parameter work: Additions in each schedule.
  private func cut(after limit: Duration, work: Int, strict: Bool) {
    withDeterministicScheduling(schedules: 1_000, options: .init(timeLimit: limit, strict: strict)) {
      let group = DispatchGroup()
      let turn = DispatchSemaphore(value: 1)
      for _ in 0..<8 {
        DispatchQueue.global().async(group: group) {
          turn.wait()
          turn.signal()
        }
      }
      group.wait()
      var sum = 0
      for term in 0..<work { sum &+= term }
    }
  }

  @Test(arguments: [true, false]) func aTestOfWhichNoScheduleEndsFails(isStrict: Bool) {
    withKnownIssue {
      cut(after: .nanoseconds(1), work: 0, strict: isStrict)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was hardly tried: stopped by time after 0 of 1,000") }
    }
  }

  /// A schedule takes tens of milliseconds, and 100 are enough.
  @Test func aTestOfWhichSomeSchedulesEndPasses() {
    cut(after: .seconds(1), work: 20_000_000, strict: false)
  }

  @Test func aStrictTestFails() {
    withKnownIssue {
      cut(after: .seconds(1), work: 20_000_000, strict: true)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was hardly tried: stopped by time after ") }
    }
  }
}
#endif
