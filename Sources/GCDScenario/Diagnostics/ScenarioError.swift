// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

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
    let headline = "\(path):\(position.line):\(position.column): error: \(message)".asLogLine
    guard !sourceLine.isEmpty else { return headline }
    let scalars = sourceLine.unicodeScalars
    let before = min(position.column - 1, scalars.count)
    // Of a long line, the text around the mistake.
    let start = max(0, before - Self.mostBefore)
    let shown = String(String.UnicodeScalarView(scalars.dropFirst(start).prefix(Self.mostShown)))
    let more = scalars.count > start + Self.mostShown ? "..." : ""
    let leading = String(String.UnicodeScalarView(scalars.dropFirst(start).prefix(before - start)))
    // A tab is repeated, so that the caret is below its column whatever the width of a tab.
    let padding = leading.withVisibleCharacters.unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined()
    let (cut, space) = start > 0 ? ("...", "   ") : ("", "")
    let text = "\(cut)\(shown.withVisibleCharacters)\(more)"
    // A line of the file is no line of its own in a log: its text must not be a command.
    let isCommand = text.contains("##[") || text.drop { $0 == " " || $0 == "\t" }.hasPrefix("::")
    return "\(headline)\n\(isCommand ? text.asLogLine : text)\n\(space)\(padding)^"
  }

  /// Columns of a line that are shown before a mistake, and in all.
  private static var mostBefore: Int { 200 }
  private static var mostShown: Int { 300 }
}

/// Everything that is wrong with a scenario file, in the order of its lines; never empty.
public struct ScenarioErrors: Error, Sendable, CustomStringConvertible {
  public var errors: [ScenarioError]

  public init(_ errors: [ScenarioError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

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
