// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct StreamRulesTests {
  private func problems(_ text: String) -> [String] {
    StreamRules.check(SourceFile(path: "Sources/GCDReport/A.swift", text: text)).map(\.rule)
  }

  @Test func namesThatTheCompilerWouldMakeUpAreFound() {
    #expect(problems("struct A: Sendable, Codable {\n  var b: Int\n}") == ["A is Codable without CodingKeys"])
    let keys = "  private enum CodingKeys: String, CodingKey {\n    case b = \"b\"\n  }"
    let type = "enum A: Codable {\n  case b(d: Int)\n  case c(Int)\n\(keys)\n}"
    #expect(problems(type) == ["A is Codable without BCodingKeys"])
  }

  @Test func aNameWithoutItsStringIsFound() {
    let keys = "  enum CodingKeys: String, CodingKey {\n    case b\n  }"
    #expect(problems("struct A: Codable {\n  var b: Int\n\(keys)\n}").count == 1)
    #expect(problems("  enum CodingKeys: String, CodingKey { case b }").count == 1)
    #expect(problems("enum A: String, Sendable, Codable {\n  case b = \"b\"\n  case c\n}").count == 1)
  }

  @Test func othersAreLeftAlone() {
    #expect(problems("struct A: Codable {\n  func encode(to encoder: any Encoder) throws {\n  }\n}") == [])
    #expect(problems("enum A: String {\n  case b\n}\nstruct C: Sendable {\n}") == [])
  }
}
