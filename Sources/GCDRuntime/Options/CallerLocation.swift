// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The call that asked for an exploration, as the compiler's four literals give it.
public struct CallerLocation: Sendable, Hashable {
  /// Module and file: `AppTests/CacheTests.swift`.
  public var fileID: String
  /// The path that the compiler was given.
  public var filePath: String
  /// From 1.
  public var line: Int
  /// From 1; 0 = not known.
  public var column: Int

  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// For options that no source asked for.
  public static var unknown: CallerLocation { CallerLocation(fileID: "", filePath: "", line: 0, column: 0) }
}
