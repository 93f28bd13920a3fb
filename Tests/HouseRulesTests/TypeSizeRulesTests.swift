// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct TypeSizeRulesTests {
  private func type(_ head: String, lines: Int) -> String {
    head + " {\n" + String(repeating: "  let a = 1\n", count: lines - 2) + "}\n"
  }

  private func rules(_ texts: String...) -> TypeSizeRules {
    TypeSizeRules(texts.map { SourceFile(path: "Sources/GCDModel/A.swift", text: $0) })
  }

  @Test func linesOfATypeAreAddedOverItsExtensions() {
    let short = "enum C { case one }\nfinal class D {}\n"
    let rules = rules(
      type("/// Holds.\npublic struct A", lines: 10) + type("extension A: B", lines: 5),
      type("@objc extension A", lines: 4) + short + type("actor D2", lines: 3))
    #expect(rules.sizes == ["A": 19, "C": 1, "D": 1, "D2": 3])
    #expect(rules.violations.isEmpty)
  }

  @Test func aLargeTypeNeedsItsReason() {
    let half = TypeSizeRules.largestType / 2
    let large = type("/// Holds.\nstruct A", lines: half)
    #expect(rules(large, type("extension A", lines: half)).violations.isEmpty)
    #expect(rules(large, type("extension A", lines: half + 1)).violations.map(\.line) == [2])
    let explained = "/// More than \(TypeSizeRules.bound), since all of it is one.\n@frozen\n"
    #expect(rules(explained + type("struct A", lines: 2 * half + 1)).violations.isEmpty)
    let apart = "// \(TypeSizeRules.bound)\n\n"
    #expect(rules(apart + type("struct A", lines: 2 * half + 1)).violations.count == 1)
  }

  @Test func noTypeOfThePackageIsLargeWithoutAReason() {
    let rules = TypeSizeRules(PackageTree.sources)
    #expect(rules.sizes["World", default: 0] > 500)
    let text = rules.violations.map(\.description).joined(separator: "\n")
    #expect(rules.violations.isEmpty, "\(text)")
  }
}
