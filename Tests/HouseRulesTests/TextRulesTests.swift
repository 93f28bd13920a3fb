// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct TextRulesTests {
  private func file(_ text: String, path: String = "Sources/GCDModel/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func theLicenceComesFirst() {
    #expect(TextRules.licence(file(TextRules.licenceLine + "\n")).isEmpty)
    #expect(TextRules.licence(file("// swift-tools-version: 6.0\n" + TextRules.licenceLine)).isEmpty)
    #expect(TextRules.licence(file("\n" + TextRules.licenceLine)).count == 1)
    #expect(TextRules.licence(file("import A\nimport B\n" + TextRules.licenceLine)).count == 1)
    #expect(TextRules.licence(file("")).count == 1)
  }

  @Test func longLinesAreFound() {
    let text = String(repeating: "a", count: 110) + "\n" + String(repeating: "é", count: 111)
    #expect(TextRules.lineLength(file(text)).map(\.line) == [2])
  }

  @Test func longFilesAreFoundInShippedTargets() {
    let text = String(repeating: "\n", count: 401)
    #expect(TextRules.fileLength(file(text)).count == 1)
    #expect(TextRules.fileLength(file(String(text.dropLast()))).isEmpty)
    #expect(TextRules.fileLength(file(text, path: "Tests/GCDModelTests/A.swift")).isEmpty)
  }

  @Test func leftoversAreFoundInCommentsToo() {
    for word in TextRules.leftovers {
      #expect(TextRules.leftovers(file("a\n// \(word): later")).map(\.line) == [2])
      #expect(TextRules.leftovers(file("let my\(word) = \"\(word)S\"")).isEmpty)
    }
  }

  @Test func pathsOfOneMachineAreFound() {
    for start in TextRules.machinePaths + TextRules.userPaths {
      #expect(TextRules.machinePaths(file("let a = \"\(start)me/file\"")).count == 1)
    }
    #expect(TextRules.machinePaths(file("\"/home/" + "me\"", path: "Tests/GCDModelTests/A.swift")).isEmpty)
    #expect(TextRules.machinePaths(file("let a = \"/proc/self/maps\"\nlet b = c/work/2")).isEmpty)
  }

  @Test func emptyNamesAreFound() {
    #expect(TextRules.names(file("", path: "Sources/GCDModel/QueueUtils.swift")).count == 1)
    #expect(TextRules.names(file("", path: "Sources/GCDModel/ThreadManager.swift")).count == 1)
    #expect(TextRules.names(file("", path: "Sources/GCDModel/Queue.swift")).isEmpty)
  }
}
