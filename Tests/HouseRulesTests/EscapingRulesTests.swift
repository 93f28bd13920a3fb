// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct EscapingRulesTests {
  private func violations(_ text: String, _ name: String = "Formats/HTML/A.swift") -> [Int] {
    EscapingRules.check(SourceFile(path: "Sources/GCDReport/\(name)", text: text)).map(\.line)
  }

  @Test func escapingByCharactersIsFound() {
    #expect(violations("a\ntext.map { character in character }") == [2])
    #expect(violations("for character in text {}", "Text/A.swift") == [1])
    #expect(violations("x.replacing(\"<\", with: y)") == [1])
    #expect(violations("x.replacing(\"\\u{2028}\", with: y)") == [1])
    #expect(violations("x.replacing(\"runs on \", with: y)").isEmpty)
    #expect(violations("text.map { character in character }", "Words/A.swift").isEmpty)
  }

  @Test func textsThatAreNotEscapedAreFound() {
    #expect(violations(#"let a = "<b>\(finding.message)</b>""#) == [1])
    #expect(violations(#"let a = "<b>\(xmlText(finding.message))</b>""#).isEmpty)
    #expect(violations(#"let a = xmlText("\(lane.title): x")"#).isEmpty)
    #expect(violations(#"let a = "<b>\(places.count)</b>""#).isEmpty)
    #expect(violations("// Escaped where it is shown.\nlet a = \"\\(edge.label)\"").isEmpty)
    #expect(violations(#"let a = "\(finding.message)""#, "Formats/TextRenderer.swift").isEmpty)
  }

  @Test func theSourcesHoldToIt() {
    for violation in PackageTree.sources.flatMap(EscapingRules.check) { Issue.record("\(violation)") }
    #expect(PackageTree.sources.contains { $0.path == "Sources/GCDReport/Formats/Escaping/XMLText.swift" })
  }
}
