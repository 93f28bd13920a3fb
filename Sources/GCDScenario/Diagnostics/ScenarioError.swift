// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One mistake in a scenario file, with the line that it is on.
public struct ScenarioError: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named by the caller.
  public var path: String
  public var position: SourcePosition
  /// What is wrong and what to write instead, without a full stop.
  public var message: String
  /// The text of the line; empty where there is none.
  public var sourceLine: String

  /// `path:line:column: error: message`, which editors read, then the source line and a caret.
  public var description: String {
    let headline = "\(path):\(position.line):\(position.column): error: \(message)"
    guard !sourceLine.isEmpty else { return headline }
    // A tab is repeated, so that the caret stands below its column whatever the width of a tab.
    let padding = sourceLine.unicodeScalars.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " }
      .joined()
    return "\(headline)\n\(sourceLine)\n\(padding)^"
  }
}
