// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The keys of a mapping that has a fixed set of them.
struct Fields {
  private let entries: [String: Syntax.Entry]

  subscript(key: String) -> Syntax? {
    guard let entry = entries[key], !entry.value.isEmpty else { return nil }
    return entry.value
  }

  /// Notes every key that is not one of `known`; `owner` is what the mapping describes.
  init(_ list: [Syntax.Entry], of owner: String, known: [String], _ diagnostics: Diagnostics) {
    var entries: [String: Syntax.Entry] = [:]
    for entry in list {
      guard known.contains(entry.key) else {
        let guess = closest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
        diagnostics.error(
          entry.keyPosition,
          "\(owner) has no \"\(entry.key)\"; " + (guess ?? "it has \(known.joined(separator: ", "))"))
        continue
      }
      entries[entry.key] = entry
    }
    self.entries = entries
  }
}

extension ScenarioReader {
  /// The keys of a value that must be a mapping; empty, and an error, if it is not one.
  func readFields(_ value: Syntax, of owner: String, known: [String]) -> Fields {
    guard case .mapping(let entries) = value.content else {
      diagnostics.error(
        value.position,
        "\(owner) is described by keys (\(known.joined(separator: ", "))), but this is \(value.kindName)")
      return Fields([], of: owner, known: known, diagnostics)
    }
    return Fields(entries, of: owner, known: known, diagnostics)
  }
}
