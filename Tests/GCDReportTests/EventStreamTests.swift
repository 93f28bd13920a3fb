// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

@Suite struct EventStreamTests {
  @Test func everyEventSurvivesTheStream() throws {
    let events =
      Sample.testRun + Sample.scenarioRun + Sample.trace
      + Sample.all.map { .finding(FindingFound(test: "t", $0.finding)) }
    for event in events {
      let line = EventStream.encode(event)
      #expect(!line.contains("\n"))
      #expect(line.hasPrefix("{\"version\":\(ReportEvent.version),\"kind\":\""))
      #expect(try EventStream.decode(line: line) == event)
    }
    let text = events.map { EventStream.encode($0) + "\n" }.joined()
    #expect(try EventStream.decode(text) == events)
  }

  @Test func everyVocabularyWordSurvivesTheStream() throws {
    for operation in OperationKind.allCases {
      let event = ReportEvent.step(TraceStep(schedule: 1, StepLine(0, "worker 1", operation)))
      #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
    }
    for misuse in Misuse.allCases {
      let finding = Finding(
        .misuse(MisuseEvidence(misuse, by: "worker 1", of: Sample.cache)), context: Sample.context())
      let event = ReportEvent.finding(FindingFound(test: "t", finding))
      #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
    }
  }

  @Test func seedsAreExactStrings() throws {
    let event = ReportEvent.scheduleStarted(ScheduleStarted(test: "t", schedule: 1, seed: UInt64.max))
    let line = EventStream.encode(event)
    #expect(line.contains("\"seed\":\"18446744073709551615\""))
    #expect(try EventStream.decode(line: line) == event)
    let number = line.replacing("\"18446744073709551615\"", with: "7")
    #expect(
      try EventStream.decode(line: number)
        == .scheduleStarted(ScheduleStarted(test: "t", schedule: 1, seed: 7)))
  }

  @Test func strangeTextSurvives() throws {
    for text in ["quote \" backslash \\ / \u{8}\u{c}\u{1}", "line\nbreak\r\ttab", "ü € 😀", ""] {
      let event = ReportEvent.scheduleStarted(ScheduleStarted(test: text, schedule: 1, seed: 1))
      #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
    }
    let escaped =
      #"{"version":1,"kind":"scheduleStarted","payload":{"test":"\ud83d\ude00\/","schedule":1,"seed":1}}"#
    #expect(
      try EventStream.decode(line: escaped)
        == .scheduleStarted(ScheduleStarted(test: "😀/", schedule: 1, seed: 1)))
  }

  @Test func unknownKindsAndMembersAreIgnored() throws {
    #expect(try EventStream.decode(line: #"{"version":1,"kind":"coffee","payload":{}}"#) == nil)
    #expect(try EventStream.decode(line: "  ") == nil)
    let line =
      #"{"new":[],"version":1,"kind":"scheduleStarted","payload":{"test":"t","#
      + #""schedule":1,"seed":1,"colour":{"a":null}}}"#
    #expect(
      try EventStream.decode(line: line) == .scheduleStarted(ScheduleStarted(test: "t", schedule: 1, seed: 1))
    )
  }

  @Test func brokenLinesAreNamed() {
    let cases: [(String, EventStream.Failure)] = [
      ("{", .malformed(line: 2, reason: "not JSON at byte 1: a key in quotes is missing")),
      ("[1,]", .malformed(line: 2, reason: "not JSON at byte 3: a value is missing")),
      (#"{"a":1.5}"#, .malformed(line: 2, reason: "not JSON at byte 6: the number is not whole")),
      (#"{"a":"\ud83d"}"#, .malformed(line: 2, reason: "not JSON at byte 12: half a surrogate pair")),
      ("{} x", .malformed(line: 2, reason: "not JSON at byte 3: text after the end of the value")),
      ("{}", .malformed(line: 2, reason: "version or kind is missing")),
      (#"{"version":1,"kind":"step"}"#, .malformed(line: 2, reason: "payload is missing")),
      (
        #"{"version":1,"kind":"step","payload":{"schedule":"x"}}"#,
        .malformed(line: 2, reason: "schedule: a whole number in range is missing")
      ),
      (
        #"{"version":1,"kind":"step","payload":{"schedule":1}}"#,
        .malformed(line: 2, reason: "\"line\" is missing")
      ), (#"{"version":2,"kind":"step","payload":{}}"#, .newer(line: 2, version: 2)),
    ]
    for (line, expected) in cases {
      #expect(throws: expected) { try EventStream.decode(EventStream.encode(Sample.trace[0]) + "\n" + line) }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: EventStream.Failure.self) { try EventStream.decode(deep) }
  }
}
