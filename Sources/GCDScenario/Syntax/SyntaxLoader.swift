// Licensed under the Apache License, Version 2.0; see LICENSE.
import Yams

/// Turns the text of a file into `Syntax`; every error of the YAML library leaves here in our words.
struct SyntaxLoader {
  /// More values than any scenario has; a bound against files in which aliases multiply.
  static let maximumValues = 50_000
  /// Longer than any name or text of a scenario: what is shown, compared and computed with stays small.
  static let longestText = 4_000

  private let diagnostics: Diagnostics
  private var values = 0

  /// Returns nil, and leaves an error in `diagnostics`, when the text is not YAML or is too long.
  static func load(_ source: SourceFile, _ diagnostics: Diagnostics) -> Syntax? {
    do {
      guard let node = try Yams.compose(yaml: source.text) else {
        diagnostics.error(.start, "this file is empty; \"gcdcheck init\" writes one to start from")
        return nil
      }
      var loader = SyntaxLoader(diagnostics: diagnostics)
      return loader.syntax(node)
    } catch {
      let (position, message) = YAMLErrorWords.describe(error, in: source)
      diagnostics.error(position, message)
      return nil
    }
  }

  private init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  private mutating func syntax(_ node: Node) -> Syntax? {
    let position = Self.position(node.mark)
    values += 1
    if values > Self.maximumValues {
      if values == Self.maximumValues + 1 {
        diagnostics.error(position, "this file holds more than \(Self.maximumValues) values; split it")
      }
      return nil
    }
    switch node {
    case .scalar(let scalar):
      guard isShort(scalar.string, position) else { return nil }
      let quoted = scalar.style != .plain && scalar.style != .any
      return Syntax(content: .scalar(scalar.string, quoted: quoted), position: position)
    case .sequence(let sequence):
      return Syntax(content: .sequence(sequence.compactMap { syntax($0) }), position: position)
    case .mapping(let mapping):
      return Syntax(content: .mapping(mapping.compactMap { entry($0.key, $0.value) }), position: position)
    case .alias:
      diagnostics.error(
        position, "aliases are not part of the scenario format; use \"blocks:\" for shared steps")
      return nil
    }
  }

  private mutating func entry(_ key: Node, _ value: Node) -> Syntax.Entry? {
    guard case .scalar(let name) = key else {
      diagnostics.error(Self.position(key.mark), "a key must be a word, not a list or a mapping")
      return nil
    }
    guard isShort(name.string, Self.position(name.mark)), let value = syntax(value) else { return nil }
    return Syntax.Entry(key: name.string, keyPosition: Self.position(name.mark), value: value)
  }

  private func isShort(_ text: String, _ position: SourcePosition) -> Bool {
    let length = text.utf8.count <= Self.longestText ? 0 : text.unicodeScalars.count
    if length <= Self.longestText { return true }
    diagnostics.error(
      position, "this text has \(length) characters; a scenario's texts have at most \(Self.longestText)")
    return false
  }

  private static func position(_ mark: Mark?) -> SourcePosition {
    mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? .start
  }
}
