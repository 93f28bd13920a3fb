// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// Tells the controlled runs of one test apart: the second one's id ends in `#2`.
final class CallCounter: Sendable {
  static let shared = CallCounter()

  private let counts = LockedState<[String: Int]>([:])

  init() {}

  /// The id for the next controlled run of a test.
  func nextID(of test: String) -> String {
    let count = counts.withLock { counts in
      counts[test, default: 0] += 1
      return counts[test]!
    }
    return count == 1 ? test : "\(test)#\(count)"
  }

  /// The test starts: its runs are counted anew.
  func forget(_ test: String) { counts.withLock { _ = $0.removeValue(forKey: test) } }
}
#endif
