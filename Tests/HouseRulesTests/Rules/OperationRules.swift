// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Whoever adds an operation is led by the compiler to each place that has to know of it: no `switch` over
/// operations, or over what `OperationSemantics` says of them, has a `default`.
struct OperationRules {
  /// The cases of `OperationKind`.
  let operations: Set<String>
  /// What `OperationSemantics` says of them.
  private static let columns = [".uses", ".releases", ".acquires", "lockEffect", "waitsFor"]

  init(_ sources: [SourceFile]) {
    let file = sources.first { $0.path == "Sources/GCDVocabulary/Operation.swift" }
    operations = file.map { Set(OperationRules.cases(of: "OperationKind", in: $0)) } ?? []
  }

  init(operations: Set<String>) { self.operations = operations }

  func check(_ file: SourceFile) -> [Violation] {
    guard file.isSwift, file.isShipped else { return [] }
    return file.code.indices.compactMap { index in
      guard let choice = Choice(file.code, at: index), choice.hasDefault, isAboutOperations(choice) else {
        return nil
      }
      return Violation(file, line: index + 1, "a switch over operations with a default; name the others")
    }
  }

  private func isAboutOperations(_ choice: Choice) -> Bool {
    if OperationRules.columns.contains(where: choice.subject.hasSuffix) { return true }
    return !choice.names.isEmpty && choice.names.allSatisfy(operations.contains)
  }

  /// The names of an enum's cases, where each stands on a line of its own.
  static func cases(of name: String, in file: SourceFile) -> [String] {
    guard let start = file.code.firstIndex(where: { $0.contains("enum \(name)") }) else { return [] }
    return file.code[start...].dropFirst().prefix { $0 != "}" }.compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[0] == "case" ? String(words[1]) : nil
    }
  }

  /// One `switch` as it is written: cases stand as far in as the line that begins it.
  private struct Choice {
    var subject: Substring
    var names: [String] = []
    var hasDefault = false

    init?(_ code: [String], at start: Int) {
      let words = code[start].split(separator: " ")
      guard let keyword = words.firstIndex(of: "switch"), words.last == "{" else { return nil }
      subject = words[(keyword + 1)...].dropLast().joined(separator: " ")[...]
      let indent = code[start].prefix { $0 == " " }
      var isLabel = false
      for line in code[(start + 1)...] {
        let text = line.drop { $0 == " " }
        if line.hasPrefix(indent + "}") { return }
        if line.hasPrefix(indent + "default") { hasDefault = true }
        if line.hasPrefix(indent + "case ") { isLabel = true }
        if isLabel {
          let label = text.prefix { $0 != ":" }
          names += Choice.names(in: label)
          isLabel = label.count == text.count
        }
      }
    }

    /// What follows a dot that begins a word, up to a condition.
    private static func names(in label: Substring) -> [String] {
      label.split(separator: " ").prefix { $0 != "where" }.compactMap { word in
        guard word.hasPrefix(".") else { return nil }
        return String(word.dropFirst().prefix { $0.isPartOfName })
      }
    }
  }
}
