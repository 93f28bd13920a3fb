// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import Testing

import GCDCheck

/// A test that its time limit cuts says so, and fails where it is strict.
@Suite struct HardlyTriedTests {
  private func cut(strict: Bool) {
    withDeterministicScheduling(schedules: 50, options: .init(timeLimit: .nanoseconds(1), strict: strict)) {
      let group = DispatchGroup()
      for _ in 0..<3 { DispatchQueue.global().async(group: group) {} }
      group.wait()
    }
  }

  @Test func aStrictTestFails() {
    withKnownIssue {
      cut(strict: true)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("was hardly tried: stopped by time after 0 of 50") }
    }
  }

  @Test func anotherPasses() { cut(strict: false) }
}
#endif
