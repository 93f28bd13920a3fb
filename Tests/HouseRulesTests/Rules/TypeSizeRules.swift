// Licensed under the Apache License, Version 2.0; see LICENSE.

/// No type of shipped code has more lines over its declaration and all its extensions than `largestType`, or
/// its doc comment states why: it names the bound.
struct TypeSizeRules {
  static let largestType = 1_500
  /// What such a doc comment contains.
  static let bound = "1,500 lines"

  /// Lines of code and comments in the declaration and in the extensions at the top level of files.
  private(set) var sizes: [String: Int] = [:]
  private var declarations: [String: (file: SourceFile, line: Int)] = [:]
  private var explained: Set<String> = []

  init(_ files: [SourceFile]) {
    for file in files where file.isShipped && file.isSwift { add(file) }
  }

  var violations: [Violation] {
    sizes.filter { $0.value > Self.largestType && !explained.contains($0.key) }.compactMap { name, size in
      guard let place = declarations[name] else { return nil }
      return Violation(
        place.file, line: place.line,
        "\(name) has \(size) lines over all its extensions, more than \(Self.largestType), and no reason")
    }
    .sorted { $0.description < $1.description }
  }

  private mutating func add(_ file: SourceFile) {
    var open: String?
    for (index, line) in file.code.enumerated() {
      if let name = open {
        sizes[name, default: 0] += 1
        if line.hasPrefix("}") { open = nil }
      } else if let (word, name) = Self.declaration(line) {
        sizes[name, default: 0] += 1
        if word != "extension" { declare(name, file, index) }
        let closes = line.reversed().first { $0 != " " } == "}"
        open = closes ? nil : name
      }
    }
  }

  private mutating func declare(_ name: String, _ file: SourceFile, _ index: Int) {
    declarations[name] = (file, index + 1)
    var above = index - 1
    while above >= 0, !file.comments[above].isEmpty || file.lines[above].hasPrefix("@") {
      if file.comments[above].contains(Self.bound) { explained.insert(name) }
      above -= 1
    }
  }

  /// The kind and the name of a declaration that begins at the left margin.
  private static func declaration(_ line: String) -> (word: String, name: String)? {
    if line.hasPrefix(" ") { return nil }
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
    let kinds = ["struct", "class", "enum", "actor", "extension", "protocol"]
    guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count else { return nil }
    return (words[place], words[place + 1])
  }
}
