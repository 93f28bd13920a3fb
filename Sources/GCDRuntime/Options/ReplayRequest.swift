// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What `GCDCHECK_REPLAY` carries: `TOKEN@TEST`, a schedule and the only test that it applies to.
///
/// A bare `TOKEN` applies to every test under control in the process: name one test by `--filter` then.
public struct ReplayRequest: Sendable, Hashable {
  /// The schedule token; it contains no `@`.
  public var token: String
  /// The test's id; nil = whichever test runs.
  public var testID: String?

  public init(token: String, testID: String?) {
    self.token = token
    self.testID = testID
  }

  /// Whether the test is the one that is to be replayed.
  public func applies(to testID: String) -> Bool { self.testID == nil || self.testID == testID }
}

extension ReplayRequest: LosslessStringConvertible {
  /// Reads `TOKEN@TEST` or `TOKEN`; nil when either part is empty.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(token: String(parts[0]), testID: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// The form that `init(_:)` reads; quote it in a shell.
  public var description: String { testID.map { "\(token)@\($0)" } ?? token }
}
