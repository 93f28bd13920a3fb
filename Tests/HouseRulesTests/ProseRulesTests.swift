// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct ProseRulesTests {
  private func file(_ text: String, path: String = "Sources/GCDModel/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func personsAreFoundInComments() {
    for (word, _) in ProseRules.words {
      #expect(ProseRules.check(file("let a = 1\n  // The lane \(word), then.")).map(\.line) == [2])
      #expect(ProseRules.check(file("/// \(word.capitalized) it is.")).count == 1)
    }
  }

  @Test func personsAreFoundInStringsAndPages() {
    let text = #"""
      let a = "a \(b.map { "beside \($0)" } ?? "next to")"
      let c = """
        The lane
        goes \(d) on, or goes
        on.
        """
      """#
    #expect(ProseRules.check(file(text)).map(\.line) == [1, 4])
    #expect(ProseRules.check(file("{\"nobody\": \"Nobody is left.\"}", path: "Sources/A/A.json")).count == 1)
    for name in ["A.docc/B.md", "Explain/a.txt"] {
      #expect(ProseRules.check(file("# It\n\ngoes\non", path: "Sources/A/\(name)")).map(\.line) == [3])
    }
  }

  @Test func codeAndPartsOfWordsAreLeftAlone() {
    let text = #"""
      let nobody = "nobody"
      let a = "\(nobody), \(stands(at: "nobody")) and `beside`: a standing"
      // `nobody` is a case, a standing, the theory, besides.
      """#
    #expect(ProseRules.check(file(text)).isEmpty)
    #expect(ProseRules.check(file("```\nhe\n```\n", path: "Sources/A/A.md")).isEmpty)
    #expect(ProseRules.check(file("// nobody", path: "Tests/GCDModelTests/A.swift")).isEmpty)
  }

  @Test func theTextsOfThePackageNameTypesAndOperations() {
    let violations = (PackageTree.sources + PackageTree.readables).flatMap(ProseRules.check)
    let text = violations.map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\(text)")
    #expect(PackageTree.readables.contains { $0.name == "GCD101.md" })
  }
}
