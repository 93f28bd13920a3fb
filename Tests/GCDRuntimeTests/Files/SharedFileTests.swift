// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import Testing

@testable import GCDRuntime

@Suite struct SharedFileTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "gcdcheck-shared-\(UUID().uuidString).jsonl").path

  @Test func piecesComeOneBehindTheOther() throws {
    defer { unlink(path) }
    let file = SharedFile(path: path)
    #expect(try file.add("one\n"))
    #expect(try file.add("two\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
  }

  @Test func whatAnotherRunWroteIsReplaced() throws {
    defer { unlink(path) }
    let file = SharedFile(path: path)
    try file.add("old\nrest\n") { _ in
      Issue.record("an empty file has no first line")
      return true
    }
    try file.add("new\n") { $0 == "old" }
    try file.add("more\n") { $0 == "old" }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new\nmore\n")
  }

  @Test func aFullFileStaysAsItIs() throws {
    defer { unlink(path) }
    let file = SharedFile(path: path)
    #expect(try file.add("12345\n", limit: 6))
    #expect(try !file.add("6", limit: 6))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "12345\n")
  }

  @Test func pieceOfManyThreadsStayWhole() async throws {
    defer { unlink(path) }
    let file = SharedFile(path: path)
    let line = String(repeating: "x", count: 10_000) + "\n"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<10 { try file.add(line) } } }
      try await group.waitForAll()
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 80)
    #expect(lines.allSatisfy { $0.count == 10_000 })
  }

  @Test func aFileThatCannotBeWrittenIsNamedWithTheReason() {
    #expect(throws: SharedFile.Problem.self) { try SharedFile(path: "/nowhere/run.jsonl").add("one") }
  }
}
#endif
