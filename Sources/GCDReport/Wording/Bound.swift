// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How long a text of the user's may be in a report; longer ones are cut, and what was cut is counted.
package enum Bound {
  /// Labels, names of threads, variables and files in prose.
  package static let name = 200
  /// Functions, with what is generic about them.
  package static let function = 600
  /// What a program or a test says about itself on one line.
  package static let line = 1_000
  /// What an assertion says on many lines.
  package static let message = 8_000
  /// The most that a system takes as a path.
  package static let path = 4_096
  /// The longest command that is printed to be pasted.
  package static let command = 16_000

  /// Room for the count of what was cut: a text that was cut once is cut no second time.
  fileprivate static let count = 48
}

extension String {
  /// At most about `limit` Unicode scalars, then how many more there were.
  ///
  /// Cutting twice is cutting once, so that texts can be bounded where they are made and where they are read.
  package func bounded(to limit: Int) -> String {
    if utf8.count <= limit + Bound.count { return self }
    let length = unicodeScalars.count
    if length <= limit + Bound.count { return self }
    let kept = String(unicodeScalars.prefix(limit))
    return "\(kept)… (\(grouped(length - limit)) more characters)"
  }
}
