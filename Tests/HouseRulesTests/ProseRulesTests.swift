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

  @Test func codeAndPartsOfWordsAreLeftAlone() {
    let text = """
      let nobody = "nobody stands"
      // `nobody` is a case, a standing, the theory, besides.
      """
    #expect(ProseRules.check(file(text)).isEmpty)
    #expect(ProseRules.check(file("// nobody", path: "Tests/GCDModelTests/A.swift")).isEmpty)
  }

  @Test func theCommentsOfThePackageNameTypesAndOperations() {
    let violations = PackageTree.sources.flatMap(ProseRules.check)
    let text = violations.map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\(text)")
  }
}
