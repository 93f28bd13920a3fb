// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct OperationRulesTests {
  private let rules = OperationRules(operations: ["lock", "unlock", "wait"])

  private func lines(_ text: String) -> [Int] {
    rules.check(SourceFile(path: "Sources/GCDModel/A.swift", text: text)).map(\.line)
  }

  @Test func defaultsOverOperationsAreFound() {
    #expect(lines("switch kind {\ncase .lock: a()\ndefault: break\n}") == [1])
    let condition = "  return switch kind {\n  case .lock,\n    .wait where b: a()\n  default: false\n  }"
    #expect(lines(condition) == [1])
    #expect(lines("switch a.kind.waitsFor {\ncase .time: a()\ndefault: break\n}") == [1])
    let nested = "switch x {\ncase .queue:\n  switch kind {\n  case .wait: a()\n  default: b()\n  }\n}"
    #expect(lines(nested) == [3])
  }

  @Test func othersMayHaveOne() {
    #expect(lines("switch kind {\ncase .lock: a()\ncase .unlock, .wait: break\n}") == [])
    #expect(lines("switch object.kind {\ncase .lock, .queue: a()\ndefault: break\n}") == [])
    #expect(lines("switch number {\ncase 1: a()\ndefault: break\n}") == [])
  }

  @Test func theOperationsAreFound() {
    let found = OperationRules(PackageTree.sources).operations
    #expect(found.isSuperset(of: ["none", "barrierAsyncAndWait", "changeSemaphores", "barrierWake"]))
    #expect(found.count > 80)
  }
}
