// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What every source file must look like, whatever it says.
enum TextRules {
  static let licenceLine = "// Licensed under the Apache License, Version 2.0; see LICENSE."
  static let longestLine = 110
  static let longestFile = 400

  /// Put together here so that this very file does not break its own rule.
  static let leftovers = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

  /// Beginnings of paths that exist on one machine only.
  static let machinePaths = ["root", "work", "opt/swift"].map { "/" + $0 + "/" }
  /// Tests may make up a user; what is shipped may not.
  static let userPaths = ["home", "Users"].map { "/" + $0 + "/" }

  static func check(_ file: SourceFile) -> [Violation] {
    licence(file) + lineLength(file) + fileLength(file) + leftovers(file) + machinePaths(file) + names(file)
  }

  /// The manifest of a package has to begin with its tools version; then the licence comes second.
  static func licence(_ file: SourceFile) -> [Violation] {
    let start = file.lines.prefix(2).filter { !$0.hasPrefix("// swift-tools-version") }
    if start.first.map(String.init) == licenceLine { return [] }
    return [Violation(file, line: 1, "the licence line does not come first")]
  }

  static func lineLength(_ file: SourceFile) -> [Violation] {
    file.lines.enumerated().filter { $0.element.count > longestLine }.map {
      Violation(file, line: $0.offset + 1, "line of \($0.element.count) columns, \(longestLine) are allowed")
    }
  }

  static func fileLength(_ file: SourceFile) -> [Violation] {
    guard file.isShipped, file.lines.count > longestFile else { return [] }
    return [
      Violation(file, line: longestFile + 1, "file of \(file.lines.count) lines, \(longestFile) are allowed")
    ]
  }

  static func leftovers(_ file: SourceFile) -> [Violation] {
    occurrences(of: leftovers, in: file) { "\($0) left behind" }
  }

  static func machinePaths(_ file: SourceFile) -> [Violation] {
    occurrences(of: machinePaths + (file.isShipped ? userPaths : []), in: file) {
      "a path of one machine: \($0)"
    }
  }

  static func names(_ file: SourceFile) -> [Violation] {
    let name = file.name.lowercased()
    guard let word = ["util", "helper", "manager"].first(where: name.contains) else { return [] }
    return [Violation(file, line: 1, "a file named after a \(word) says nothing")]
  }

  /// Whole words only: "xxxx" in a sample is no leftover.
  private static func occurrences(
    of words: [String], in file: SourceFile, _ rule: (String) -> String
  ) -> [Violation] {
    var found: [Violation] = []
    for (index, line) in file.lines.enumerated() {
      for word in words {
        var rest = line
        while let range = rest.firstRange(of: word) {
          let before = rest[..<range.lowerBound].last
          let after = rest[range.upperBound...].first
          rest = rest[range.upperBound...]
          if before?.isPartOfName == true { continue }
          if word.last?.isPartOfName == true, after?.isPartOfName == true { continue }
          found.append(Violation(file, line: index + 1, rule(word)))
        }
      }
    }
    return found
  }
}

extension Character {
  var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
