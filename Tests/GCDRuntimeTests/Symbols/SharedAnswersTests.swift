// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc
import Testing

@testable import GCDRuntime

/// What one process has been answered is known in the others of its family.
struct SharedAnswersTests {
  private static let question = AddressQuestion(path: "/usr/lib/libacme.so", address: 0x4100)
  private static let rows = [
    AddressAnswer(
      function: "$s4Acme5CacheC",
      location: AddressAnswer.Location(file: "/src/Cache.swift", line: 40, column: 7)),
    AddressAnswer(function: nil, location: nil),
  ]

  @Test func areReadAsTheyWereAdded() throws {
    let answers = try #require(SharedAnswers())
    #expect(answers.read(from: 0).answers.isEmpty)
    answers.add([(Self.question, Self.rows), (AddressQuestion(path: "/bin/a", address: 1), [])])
    let (read, end) = answers.read(from: 0)
    #expect(read.count == 2)
    #expect(read[0].0 == Self.question && read[0].1 == Self.rows)
    #expect(read[1].0.path == "/bin/a" && read[1].1.isEmpty)
    #expect(answers.read(from: end).answers.isEmpty)
  }

  @Test func areThoseOfAForkToo() throws {
    let answers = try #require(SharedAnswers())
    let child = fork()
    if child == 0 {
      answers.add([(Self.question, Self.rows)])
      _exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(answers.read(from: 0).answers.first?.1 == Self.rows)
  }

  @Test func areLeftOutWhereThereIsNoRoom() throws {
    let answers = try #require(SharedAnswers())
    let long = AddressQuestion(path: String(repeating: "a", count: 700_000), address: 1)
    answers.add([(long, [])])
    answers.add([(long, [])])
    answers.add([(Self.question, Self.rows)])
    #expect(answers.read(from: 0).answers.count == 2)
  }

  @Test func areLeftOutWhereATextDivides() throws {
    let answers = try #require(SharedAnswers())
    answers.add([(AddressQuestion(path: "/tmp/\u{1F}", address: 1), [])])
    #expect(answers.read(from: 0).answers.isEmpty)
  }

  /// No program is started for what is known.
  @Test func aReaderStartsNoneForThem() throws {
    let answers = try #require(SharedAnswers())
    answers.add([(Self.question, Self.rows)])
    let none = try #require(ReaderProgram(path: "/nonexistent/llvm-symbolizer"))
    let reader = SharedReader(none, sharing: answers)
    #expect(reader.ask([Self.question, Self.question]))
    #expect(reader.answers() == [Self.rows, Self.rows])
    #expect(reader.processID == nil)
    #expect(!reader.ask([AddressQuestion(path: "/bin/b", address: 1)]))
    #expect(reader.answers() == nil)
  }
}
#endif
