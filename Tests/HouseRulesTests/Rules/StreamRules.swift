// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The event stream is versioned: each name in it is a string of its own beside the type, so that a rename in
/// memory does not change the format.
enum StreamRules {
  static func check(_ file: SourceFile) -> [Violation] {
    guard file.isSwift, file.target == "GCDReport", file.isShipped else { return [] }
    return file.code.indices.flatMap { index -> [Violation] in
      let line = file.code[index]
      if line.contains(": String, CodingKey { case"), !line.contains(" = ") {
        return [Violation(file, line: index + 1, "a name of the event stream without its string")]
      }
      guard let type = Declaration(file.code, at: index) else { return [] }
      if type.isNames { return unnamed(file, type) }
      guard type.isCodable, !type.isWrittenByHand else { return [] }
      return type.namesMissing.map {
        Violation(file, line: index + 1, "\(type.name) is Codable without \($0)")
      }
    }
  }

  private static func unnamed(_ file: SourceFile, _ type: Declaration) -> [Violation] {
    type.lines.compactMap { line in
      let code = file.code[line].drop { $0 == " " }
      guard code.hasPrefix("case "), !code.hasPrefix("case ."), !code.contains(" = ") else { return nil }
      return Violation(file, line: line + 1, "a name of the event stream without its string")
    }
  }

  /// A type as it is written: what belongs to it is indented one level more than the line that begins it.
  private struct Declaration {
    let name: String
    /// Raw values that are written into the stream.
    let isNames: Bool
    let isCodable: Bool
    private let isEnum: Bool
    private let code: [String]
    let lines: Range<Int>

    init?(_ code: [String], at start: Int) {
      let words = code[start].split(separator: " ")
      guard words.last == "{", let word = words.firstIndex(where: { $0 == "struct" || $0 == "enum" }),
        words.count > word + 1
      else { return nil }
      let indent = code[start].prefix { $0 == " " }
      let end = code[(start + 1)...].firstIndex { $0.hasPrefix(indent + "}") } ?? code.count
      name = String(words[word + 1].prefix { $0.isPartOfName })
      isEnum = words[word] == "enum"
      let parents = words[(word + 2)...].map { $0.filter { $0.isPartOfName } }
      isCodable = parents.contains("Codable")
      isNames = isEnum && parents.first == "String" && (isCodable || parents.contains("CodingKey"))
      lines = start + 1..<end
      self.code = code[lines].filter { $0.hasPrefix(indent + "  ") && !$0.hasPrefix(indent + "   ") }
        .map { String($0.dropFirst(indent.count + 2)) }
    }

    var isWrittenByHand: Bool { code.contains { $0.contains("func encode(to ") } }

    /// The enums of names that the compiler would make up; what has no label it calls `_0` in any case.
    var namesMissing: [String] {
      let cases = isEnum ? code.filter { $0.hasPrefix("case ") && $0.contains("(") && $0.contains(": ") } : []
      let wanted = cases.map { line in
        let name = line.dropFirst(5).prefix { $0.isPartOfName }
        return name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
      }
      return (["CodingKeys"] + wanted).filter { keys in !code.contains { $0.contains("enum \(keys):") } }
    }
  }
}
