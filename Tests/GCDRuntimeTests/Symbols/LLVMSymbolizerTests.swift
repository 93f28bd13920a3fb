// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc
import Testing

@testable import GCDRuntime

/// The talk with llvm-symbolizer.
@Suite struct LLVMSymbolizerTests {
  @Test func answersWithInlinedFrames() {
    let answers = LLVMSymbolizer.answers(of: ["inner", "/a/b:c.swift:3:7", "outer", "/a/b:c.swift:9:1"])
    #expect(
      answers == [
        AddressAnswer(function: "inner", location: .init(file: "/a/b:c.swift", line: 3, column: 7)),
        AddressAnswer(function: "outer", location: .init(file: "/a/b:c.swift", line: 9, column: 1)),
      ])
  }

  @Test(arguments: [
    "??:0:0", "/a/b.swift:0:0", "/<compiler-generated>:0:0", "/a/<compiler-generated>:1:1", "nonsense",
  ])
  func placesThatAreNone(text: String) {
    #expect(LLVMSymbolizer.answers(of: ["f", text]) == [AddressAnswer(function: "f", location: nil)])
  }

  @Test func unknownFunctions() {
    #expect(
      LLVMSymbolizer.answers(of: ["??", "??:0:0"]) == [AddressAnswer(function: nil, location: nil)])
    #expect(LLVMSymbolizer.answers(of: []) == [])
  }

  /// `cat` answers as it is asked: more text than a socket holds goes out and comes back without a
  /// standstill.
  @Test func aLongTalk() throws {
    let process = try #require(LLVMSymbolizer(program: "/bin/cat", arguments: []))
    defer { process.end() }
    let questions = (0..<20_000).map {
      "function\(String(repeating: "x", count: 60))\n/file.swift:\($0 + 1):1\n\n"
    }
    #expect(process.send(questions))
    let answers = try #require(process.receive(count: 20_000))
    #expect(answers.count == 20_000)
    #expect(answers.last?.first?.location?.line == 20_000)
  }

  @Test func theEndOfTheOther() throws {
    let process = try #require(LLVMSymbolizer(program: "/bin/cat", arguments: []))
    defer { process.end() }
    kill(try #require(process.processID), SIGKILL)
    #expect(process.receive(count: 1) == nil)
    #expect(!process.send(["more\n"]) || process.receive(count: 1) == nil)
  }

  @Test func pathsInsideTheFolder() {
    #expect(WorkingDirectory.shorten("/a/b/c.swift", relativeTo: "/a/b") == "c.swift")
    #expect(WorkingDirectory.shorten("/a/bc/d.swift", relativeTo: "/a/b") == "/a/bc/d.swift")
    #expect(WorkingDirectory.shorten("/a/b/c.swift", relativeTo: nil) == "/a/b/c.swift")
    #expect(WorkingDirectory.shorten("/a/b/c.swift", relativeTo: "/") == "/a/b/c.swift")
  }
}
#endif
