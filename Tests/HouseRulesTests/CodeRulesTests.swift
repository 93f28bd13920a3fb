// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct CodeRulesTests {
  private func file(_ text: String, path: String = "Sources/GCDModel/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func printsAreFoundOutsideOfTheirRoom() {
    #expect(CodeRules.prints(file("a()\n  print(\"x\")\n  debugPrint(x)")).map(\.line) == [2, 3])
    #expect(CodeRules.prints(file("{ print(1) }")).count == 1)
    #expect(CodeRules.prints(file("print(1)", path: "Sources/GCDCheckCLI/Output.swift")).isEmpty)
    #expect(CodeRules.prints(file("print(1)", path: "Sources/GCDRuntime/Output.swift")).count == 1)
    #expect(CodeRules.prints(file("print(1)", path: "Tests/GCDModelTests/A.swift")).isEmpty)
  }

  @Test func whatOnlyLooksLikeAPrintIsNone() {
    let text = """
      // print(1)
      let a = "print(1)"
      fingerprint(1)
      self.print(1)
      func print(_ a: Int) {}
      case print(String)
      """
    #expect(CodeRules.prints(file(text)).isEmpty)
  }

  @Test func uncheckedStateNeedsItsReasonAbove() {
    #expect(CodeRules.unsafeStates(file("nonisolated(unsafe) var a = 1")).map(\.line) == [1])
    #expect(CodeRules.unsafeStates(file("// why\n\nnonisolated(unsafe) var a = 1")).count == 1)
    #expect(CodeRules.unsafeStates(file("let b = 1\nfinal class A: @unchecked Sendable {}")).count == 1)
    let shared = "/// Guarded by the carrier.\n@inline(never)\nnonisolated(unsafe) var a = 1\n"
    #expect(CodeRules.unsafeStates(file(shared + "nonisolated(unsafe) var b = 1")).isEmpty)
    #expect(CodeRules.unsafeStates(file("// no nonisolated(unsafe) here")).isEmpty)
  }

  @Test func whatEntersProgramsKeepsToOldRuntimes() {
    #expect(CodeRules.newSymbols(file("let a = b\n  .enumerated()\n  .map { $0 }")).map(\.line) == [2])
    #expect(CodeRules.newSymbols(file("b.enumerated().last", path: "Sources/GCDProcess/A.swift")).count == 1)
    #expect(CodeRules.newSymbols(file("for (i, a) in b.enumerated() {}\nb.enumerated().filter(c)")).isEmpty)
    #expect(CodeRules.newSymbols(file("b.enumerated().map(c)", path: "Sources/GCDCheckCLI/A.swift")).isEmpty)
    #expect(CodeRules.newSymbols(file("b.enumerated().map(c)", path: "Tests/GCDModelTests/A.swift")).isEmpty)
  }
}
