// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Collects the mistakes of one file while it is read, so that one run shows all of them.
final class Diagnostics {
  /// More at once are of no use to a reader; the others are counted.
  static let mostErrors = 100

  private let source: SourceFile
  private var errors: [ScenarioError] = []
  private var seen: Set<ScenarioError> = []
  private var omitted = 0

  init(source: SourceFile) { self.source = source }

  /// Notes a mistake; the reader continues with the next part of the file.
  func error(_ position: SourcePosition, _ message: String) {
    guard errors.count < Self.mostErrors else {
      omitted += 1
      return
    }
    let line = source.line(position.line)
    let error = ScenarioError(path: source.path, position: position, message: message, sourceLine: line)
    if seen.insert(error).inserted { errors.append(error) }
  }

  /// Ends reading if anything was wrong.
  func throwIfAny() throws(ScenarioErrors) {
    guard !errors.isEmpty else { return }
    var sorted = errors.sorted {
      ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
    }
    if omitted > 0, let last = sorted.last {
      let words = "there are more mistakes (\(omitted)) than are shown; correct these first"
      sorted.append(
        ScenarioError(path: source.path, position: last.position, message: words, sourceLine: ""))
    }
    throw ScenarioErrors(sorted)
  }
}
