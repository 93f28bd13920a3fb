// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct CodeOnlyTests {
  private func code(_ text: String) -> [String] {
    SourceFile(path: "Sources/A/A.swift", text: text).code.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func commentsGo() {
    #expect(code("a // b\nc /* d */ e\n/* f /* g */\nh */ i") == ["a", "c e", "", "i"])
  }

  @Test func stringsGo() {
    #expect(code(#"a("b // c") d("\"e")"#) == ["a( ) d( )"])
    #expect(code("a = \"\"\"\n  b \"c\" d\n  \"\"\" + e") == ["a =", "", "+ e"])
    #expect(code("a = #\"b\\\"# + c") == ["a = + c"])
  }

  @Test func interpolationsBelongToTheirStrings() {
    let text = #"a("b \(c.map { "d\(e())" } ?? "f") g", h)"#
    #expect(code(text) == ["a( , h)"])
    let literals = SourceFile(path: "Sources/A/A.swift", text: text).literals
    #expect(literals.map(\.text) == ["b (_) g", "d(_)", "f"])
    #expect(code("a(#\"b \\(c) \\#(d)\"#)") == ["a( )"])
  }

  @Test func linesKeepTheirNumberAndLength() {
    let text = "a\n\n// b\n\"\"\"\nc\n\"\"\"\n"
    let file = SourceFile(path: "Sources/A/A.swift", text: text)
    #expect(file.code.map(\.count) == file.lines.map(\.count))
  }
}
