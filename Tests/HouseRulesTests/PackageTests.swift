// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// The rules, applied to the package itself.
@Suite struct PackageTests {
  @Test func theTreeIsFound() {
    #expect(PackageTree.sources.contains { $0.path == "Sources/GCDVocabulary/Operation.swift" })
    #expect(PackageTree.sources.contains { $0.path == "Tests/HouseRulesTests/PackageTests.swift" })
    #expect(PackageTree.sources.contains { $0.path.hasSuffix(".h") })
    #expect(PackageTree.sources.allSatisfy { !$0.lines.isEmpty })
  }

  @Test func dependenciesPointDownwards() { expectNone(ImportRules.check) }

  @Test func everyFileLooksAsItShould() { expectNone(TextRules.check) }

  @Test func codeKeepsToItsRoom() { expectNone(CodeRules.check) }

  @Test func theStreamHasNamesOfItsOwn() { expectNone(StreamRules.check) }

  @Test func noOperationIsForgotten() { expectNone(OperationRules(PackageTree.sources).check) }

  @Test func theTopLevelIsFixed() {
    let fixed = ["CHANGELOG.md", "LICENSE", "Package.resolved", "Package.swift", "Plugins", "README.md"]
    let extra = Set(PackageTree.topLevel).subtracting(fixed + ["Sources", "Tests"])
    #expect(extra == [])
  }

  @Test func everyTargetHasARowInTheTable() {
    let folders = Set(PackageTree.sources.filter(\.isShipped).map(\.target))
    #expect(folders == Set(ImportRules.table.keys))
  }

  private func expectNone(
    _ rule: (SourceFile) -> [Violation], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let violations = PackageTree.sources.flatMap(rule)
    let text = violations.map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\(text)", sourceLocation: sourceLocation)
  }
}
