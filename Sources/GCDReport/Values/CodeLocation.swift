// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A place in source code.
///
/// Not called `SourceLocation`, so that tests which import Testing can name both.
public struct CodeLocation: Sendable, Codable, Hashable {
  /// Path of the file, absolute or relative to the directory that the run was started in; bounded by what a
  /// system takes as a path.
  public var file: String { didSet { file = file.bounded(to: Bound.path) } }
  /// From 1.
  public var line: Int
  /// From 1; 0 when it is not known.
  public var column: Int

  package init(file: String, line: Int, column: Int = 0) {
    self.file = file.bounded(to: Bound.path)
    self.line = line
    self.column = column
  }

  /// The line: what tells defects and objects apart, for not every reader of lines knows columns.
  package var withoutColumn: CodeLocation { CodeLocation(file: file, line: line) }

  /// File name and line, as lists show it: `Cache.swift:31`.
  public var short: String {
    // Asked for each step of a run; to split a string takes ten times as long.
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[file.utf8.index(after: $0)...]) }
    return "\((name ?? file).onOneLine.bounded(to: Bound.name)):\(line)"
  }

  /// The same with the place from which the function is called: `Cache.swift:31, called at line 40`.
  func short(calledAt caller: CodeLocation?) -> String {
    guard let caller else { return short }
    return "\(short), called at " + (caller.file == file ? "line \(caller.line)" : caller.short)
  }

  /// Path, line and, where known, column: `Sources/App/Cache.swift:31:11`.
  ///
  /// - Parameter directory: Removed from the front of the path, so that the report is the same on each
  ///   machine.
  public func full(relativeTo directory: String? = nil) -> String {
    let path = relativePath(to: directory).onOneLine
    return column > 0 ? "\(path):\(line):\(column)" : "\(path):\(line)"
  }

  /// The path without `directory` in front; unchanged when the file is elsewhere.
  public func relativePath(to directory: String?) -> String {
    guard let directory, !directory.isEmpty else { return file }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
  }

  private enum CodingKeys: String, CodingKey {
    case file = "file"
    case line = "line"
    case column = "column"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(file: try members(.file), line: try members(.line), column: try members(.column))
  }
}

/// One source line with a mark under the column that a finding points at.
public struct SourceExcerpt: Sendable, Codable, Equatable {
  /// From 1.
  public var line: Int
  /// From 1; 0 = no mark.
  public var column: Int
  /// The line itself, without its end.
  public var text: String

  package init(line: Int, column: Int, text: String) {
    self.line = line
    self.column = column
    self.text = text
  }

  /// Cuts the line of `location` out of the contents of its file; nil when the file has no such line, or one
  /// that only a machine can have written.
  public init?(of contents: String, at location: CodeLocation) {
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    guard location.line >= 1, location.line <= lines.count,
      lines[location.line - 1].utf8.count <= Bound.message
    else { return nil }
    self.init(line: location.line, column: location.column, text: String(lines[location.line - 1]))
  }

  private enum CodingKeys: String, CodingKey {
    case line = "line"
    case column = "column"
    case text = "text"
  }
}
