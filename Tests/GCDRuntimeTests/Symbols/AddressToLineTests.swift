// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc
import Testing

@testable import GCDRuntime

/// The talk with addr2line.
@Suite struct AddressToLineTests {
  @Test func answersWithInlinedFrames() {
    let answers = AddressToLine.answers(of: [
      "inner", "/a/b:c.swift:3", "middle", "/a/b:c.swift:5 (discriminator 2)", "outer", "/a/b:c.swift:9",
    ])
    #expect(answers.map(\.function) == ["inner", "middle", "outer"])
    #expect(answers.map(\.location?.line) == [3, 5, 9])
    #expect(answers.allSatisfy { $0.location?.file == "/a/b:c.swift" && $0.location?.column == 0 })
  }

  /// The third is what stands for the object file of a function without lines.
  @Test(arguments: [
    "??:0", "??:?", "Messages.swift.o:?", "/a/b.swift:?", "/a/b.swift:0", "//<compiler-generated>:?",
    "/a/<compiler-generated>:1", "nonsense", "/a/b.swift:1x", "/a/b.swift:",
  ])
  func placesThatAreNone(text: String) {
    #expect(AddressToLine.answers(of: ["f", text]) == [AddressAnswer(function: "f", location: nil)])
  }

  @Test func unknownFunctions() {
    #expect(AddressToLine.answers(of: ["??", "??:0"]) == [AddressAnswer(function: nil, location: nil)])
    #expect(AddressToLine.answers(of: []) == [])
  }

  /// A script answers: which file is asked is an argument, so that two files have two processes.
  @Test func filesAreToldApart() throws {
    let reader = script("while read a; do printf '%s\\n' $a f${a#0x} $1:7; done")
    defer { reader.end() }
    let questions = ["/b", "/a", "/b"].enumerated().map { AddressQuestion(path: $1, address: UInt($0 + 1)) }
    #expect(reader.ask(questions))
    #expect(reader.ask([AddressQuestion(path: "/a", address: 4)]))
    let answers = try #require(reader.answers())
    #expect(answers.map { $0.first?.function } == ["f1", "f2", "f3", "f4"])
    #expect(answers.map { $0.first?.location?.file } == ["/b", "/a", "/b", "/a"])
    #expect(answers.allSatisfy { $0.count == 1 })
    // What the last batch left over is no answer to the next.
    #expect(reader.ask([AddressQuestion(path: "/a", address: 5)]))
    #expect(try #require(reader.answers()).map { $0.map(\.function) } == [["f5"]])
  }

  /// A file that it cannot read costs that file's lines and no other's.
  @Test func oneFileThatEndsIt() throws {
    let reader = script(
      "[ $1 = /bad ] && exit 1; while read a; do printf '%s\\n' $a f $1:7; done")
    defer { reader.end() }
    for _ in 0..<2 {
      #expect(reader.ask(["/bad", "/good"].map { AddressQuestion(path: $0, address: 1) }))
      #expect(try #require(reader.answers()).map(\.count) == [0, 1])
    }
  }

  /// Answers to other questions than those asked are none.
  @Test func whatDoesNotEchoTheAddress() throws {
    let reader = script("while read a; do printf '0x1\\nf\\n/a:7\\n'; done")
    defer { reader.end() }
    #expect(reader.ask([AddressQuestion(path: "/a", address: 2)]))
    #expect(try #require(reader.answers()) == [[]])
  }

  @Test func oneThatDiesIsReplaced() throws {
    let reader = script("while read a; do printf '%s\\n' $a f $1:7; done")
    defer { reader.end() }
    #expect(reader.ask([AddressQuestion(path: "/a", address: 1)]))
    #expect(reader.answers()?.first?.count == 1)
    kill(try #require(reader.processID), SIGKILL)
    #expect(reader.ask([AddressQuestion(path: "/a", address: 2)]))
    #expect(reader.answers()?.first?.count == 1)
  }

  /// - Parameter text: for the shell; `$1` is the file.
  private func script(_ text: String) -> AddressToLine {
    AddressToLine(program: "/bin/sh", options: ["-c", text, "addr2line"])
  }
}
#endif
