// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct CitationRulesTests {
  private let documents = [
    Document(
      path: "Sources/A.docc/Rules.md",
      text: "# The rules\n\n1. A fact.\n\n### 2.2 Sync\n\n**Fast path**: x"),
    Document(path: "README.md", text: "# gcdcheck"),
  ]

  private func violations(_ text: String, _ path: String = "Sources/GCDModel/A.swift") -> [String] {
    CitationRules.check(SourceFile(path: path, text: text), documents).map(\.description)
  }

  @Test func documentsThatAreNotThereAreFound() {
    #expect(
      violations("let a = 1\n/// So it is (rules.md 2.2).") == [
        "Sources/GCDModel/A.swift:2: error: cites rules.md, which is not in the repository"
      ])
    #expect(violations("/* See PLAN.md. */").count == 1)
    #expect(violations("let a = 1  // DESIGN section 4").count == 1)
    #expect(violations("/// As <doc:Plan> says.").count == 1)
    #expect(violations("/// As the article \"The plan\" says.").count == 1)
    #expect(violations("# PLAN.md says why\nset -eu", ".ci/run").count == 1)
  }

  @Test func placesThatAreNotThereAreFound() {
    #expect(violations("/// Rules.md 2.3").count == 1)
    #expect(violations("/// Rules.md 2.2, \"Slow path\"").count == 1)
    #expect(violations("/// It is so (Rules.md\n/// fact 2).").count == 1)
    #expect(violations("/// Rules.md 2.2 \"Fast\n/// road\"; 3").count == 2)
  }

  @Test func whatIsThereMayBeCited() {
    #expect(violations("/// Rules.md fact 1; 2.2 \"fast path\", README.md").isEmpty)
    #expect(violations("/// As <doc:Rules> and the article \"The rules\" say.\n// README.md section").isEmpty)
    #expect(violations("let name = \"PLAN.md\"\nlet b = PLAN.md  // none").isEmpty)
    #expect(violations("cat PLAN.md\n# README.md", ".ci/run").isEmpty)
  }

  @Test func thePackageHoldsToIt() {
    let files = PackageTree.sources + PackageTree.scripts
    let found = files.flatMap { CitationRules.check($0, PackageTree.documents) }
    let text = found.map(\.description).joined(separator: "\n")
    #expect(found.isEmpty, "\(text)")
    #expect(PackageTree.scripts.contains { $0.path == ".ci/run" })
    #expect(PackageTree.documents.contains { $0.path == "CHANGELOG.md" })
  }
}
