// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Which of our targets may import what; the directions of the architecture, as a table.
enum ImportRules {
  /// A target's allowed modules of our own, and the foreign ones that it must never import.
  struct Row {
    var own: Set<String>
    var never: Set<String>
  }

  static let testFrameworks: Set<String> = ["XCTest", "Testing"]
  static let dispatch: Set<String> = ["Dispatch", "DispatchIntrospection"]
  static let foundation: Set<String> = ["Foundation", "FoundationEssentials", "FoundationNetworking"]

  /// By folder below `Sources`; a folder without a row is a violation.
  static let table: [String: Row] = [
    "GCDVocabulary": Row(
      own: [], never: foundation.union(dispatch).union(["ArgumentParser", "Yams", "Glibc"])),
    "GCDModel": Row(
      own: ["GCDVocabulary"], never: foundation.union(dispatch).union(["ArgumentParser", "Yams"])),
    "GCDSchedule": Row(
      own: ["GCDVocabulary"], never: foundation.union(dispatch).union(["ArgumentParser", "Yams"])),
    "GCDReport": Row(
      own: ["GCDVocabulary", "GCDSchedule"], never: dispatch.union(["ArgumentParser", "Yams"])),
    "GCDReportFormats": Row(
      own: ["GCDVocabulary", "GCDReport"], never: dispatch.union(["ArgumentParser", "Yams"])),
    "GCDRuntime": Row(
      own: [
        "GCDVocabulary", "GCDModel", "GCDSchedule", "GCDReport", "CGCDInterpose", "CGCDThread", "CGCDUnwind",
      ],
      never: ["ArgumentParser", "Yams"]),
    "GCDScenario": Row(
      own: ["GCDVocabulary", "GCDSchedule", "GCDReport", "GCDRuntime"], never: ["ArgumentParser"]),
    "GCDCheck": Row(
      own: ["GCDVocabulary", "GCDSchedule", "GCDReport", "GCDRuntime", "CGCDInterpose", "CGCDHost"],
      never: ["ArgumentParser", "Yams"]),
    "GCDProcess": Row(
      own: ["GCDVocabulary", "GCDSchedule", "GCDReport", "GCDRuntime"], never: ["ArgumentParser", "Yams"]),
    "GCDCheckPreload": Row(own: ["GCDProcess", "CGCDPreload"], never: ["ArgumentParser", "Yams"]),
    "GCDCheckCLI": Row(
      own: [
        "GCDVocabulary", "GCDSchedule", "GCDReport", "GCDReportFormats", "GCDRuntime", "GCDScenario",
        "GCDProcess", "GCDCheck",
      ],
      never: ["Yams"]),
    "GCDCheckPlugin": Row(own: [], never: ["ArgumentParser", "Yams"]),
    "CGCDInterpose": Row(own: [], never: []),
    "CGCDThread": Row(own: [], never: []),
    "CGCDUnwind": Row(own: [], never: []),
    "CGCDPreload": Row(own: ["CGCDThread"], never: []),
    "CGCDHost": Row(own: ["CGCDInterpose"], never: []),
  ]

  /// The names of our own modules.
  static let ownModules = Set(table.keys).subtracting(["GCDCheckCLI", "GCDCheckPlugin"])

  static func check(_ file: SourceFile) -> [Violation] {
    guard file.isShipped else { return [] }
    guard let row = table[file.target] else {
      return [Violation(file, line: 1, "target \(file.target) has no row in the table of imports")]
    }
    return file.isSwift ? checkSwift(file, row) : checkIncludes(file, row)
  }

  private static func checkSwift(_ file: SourceFile, _ row: Row) -> [Violation] {
    var conditions: [Substring] = []
    var violations: [Violation] = []
    for (index, line) in file.code.enumerated() {
      let words = line.split(separator: " ")
      switch words.first {
      case "#if": conditions.append(line[...])
      case "#elseif", "#else": if !conditions.isEmpty { conditions[conditions.count - 1] = line[...] }
      case "#endif": _ = conditions.popLast()
      default: break
      }
      guard let module = importedModule(line) else { continue }
      func report(_ rule: String) { violations.append(Violation(file, line: index + 1, rule)) }
      if row.never.contains(module) { report("\(file.target) must never import \(module)") }
      if ownModules.contains(module), !row.own.contains(module) {
        report("\(file.target) may not import \(module): dependencies point only downwards")
      }
      if testFrameworks.contains(module) {
        if file.target != "GCDCheck" { report("only GCDCheck may import \(module)") }
        if !conditions.contains(where: { $0.contains("canImport(\(module))") }) {
          report("import of \(module) outside of #if canImport(\(module))")
        }
      }
    }
    return violations
  }

  /// The module that an import declaration names, submodules and imported symbols left off; nil for other
  /// lines.
  static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ")
    while let first = words.first, first.hasPrefix("@") { words.removeFirst() }
    if let first = words.first, ["public", "internal", "package", "fileprivate", "private"].contains(first) {
      words.removeFirst()
    }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
    if words.count > 1, kinds.contains(String(words[0])) { words.removeFirst() }
    return words.first.flatMap { $0.split(separator: ".").first }.map(String.init)
  }

  private static func checkIncludes(_ file: SourceFile, _ row: Row) -> [Violation] {
    let others = table.keys.filter { $0.hasPrefix("CGCD") && $0 != file.target && !row.own.contains($0) }
    return file.lines.enumerated().compactMap { index, line in
      guard line.drop(while: { $0 == " " }).hasPrefix("#"), line.contains("include") else { return nil }
      let other = others.first { line.contains($0 + ".h") }
      return other.map { Violation(file, line: index + 1, "\(file.target) must never include \($0)") }
    }
  }
}
