// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A place in a scenario file.
public struct SourcePosition: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  /// Counted from 1 in Unicode scalars.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a file: where an error is shown that concerns the file as a whole.
  static let start = SourcePosition(line: 1, column: 1)

  /// "5:3", as messages refer to another place in the same file.
  var short: String { "\(line):\(column)" }
}
