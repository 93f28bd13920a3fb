// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Collects the mistakes of one file while it is read, so that one run shows all of them.
final class Diagnostics {
  private let source: SourceFile
  private var errors: [ScenarioError] = []

  init(source: SourceFile) { self.source = source }

  /// Notes a mistake; the reader goes on with the next part of the file.
  func error(_ position: SourcePosition, _ message: String) {
    let line = source.line(position.line)
    let error = ScenarioError(path: source.path, position: position, message: message, sourceLine: line)
    if !errors.contains(error) { errors.append(error) }
  }

  /// Ends reading if anything was wrong.
  func throwIfAny() throws(ScenarioErrors) {
    guard !errors.isEmpty else { return }
    throw ScenarioErrors(
      errors.sorted { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) })
  }
}
