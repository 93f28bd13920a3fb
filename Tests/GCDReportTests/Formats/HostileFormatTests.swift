// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import GCDReport
@testable import GCDReportFormats

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Hostile texts in every place of every finding, read back by something that knows the format.
@Suite struct HostileFormatTests {
  private static let inputs =
    (ProcessInfo.processInfo.environment["GCDCHECK_FUZZ_INPUTS"].flatMap { Int($0) } ?? 5_000) / 50

  private static let plain: [[ReportEvent]] =
    Sample.all.map { [.finding(FindingFound(test: "AppTests.CacheTests/testReload", $0.finding))] }
    + Sample.runs.map(\.events)

  @Test func textStaysText() throws {
    var random = RepeatedNumbers(state: 11)
    for number in 0..<max(20, HostileFormatTests.inputs) {
      let plain = HostileFormatTests.plain[number % HostileFormatTests.plain.count]
      let events = try HostileText.spoiling(plain, &random)
      try #require(events.count == plain.count)
      for format in ReportFormat.allCases {
        let text = Renderer.render(events, as: format)
        do {
          try check(text, format, like: Renderer.render(plain, as: format), events)
        } catch {
          Issue.record("input \(number), \(format.rawValue): \(error)")
          return
        }
      }
    }
  }

  private func check(
    _ text: String, _ format: ReportFormat, like plain: String, _ events: [ReportEvent]
  ) throws {
    let hidden = text.unicodeScalars.first { $0.isHidden && $0 != "\n" && $0 != "\t" }
    try #require(hidden == nil, "a character that is not seen")
    switch format {
    case .text: try checkLog(text)
    case .jsonl: try #require(try EventStream.decode(text) == events)
    case .sarif: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    case .junit:
      let reader = XMLParser(data: Data(text.utf8))
      try #require(reader.parse(), "\(String(describing: reader.parserError))")
      let start = "<testcase "
      try #require(
        text.components(separatedBy: start).count == plain.components(separatedBy: start).count)
    case .github: try checkCommands(text, like: plain)
    case .summary: try checkMarkdown(text)
    case .dot: _ = try DotGraph(text.asciiOnly)
    case .html: try checkPage(text, like: plain)
    }
  }

  private func checkLog(_ text: String) throws {
    for line in text.asciiOnly.split(separator: "\n") {
      try #require(!line.drop { $0 == " " }.hasPrefix("::"), "a command: \(line)")
      try #require(!line.contains("##["), "a command: \(line)")
    }
  }

  private func checkCommands(_ text: String, like plain: String) throws {
    let lines = text.asciiOnly.split(separator: "\n")
    try #require(lines.count == plain.split(separator: "\n").count)
    for line in lines {
      let head = try #require(line.firstMatch(of: #/^::(error|warning|notice) ([^:]*)::/#), "\(line)")
      for property in head.2.split(separator: ",") {
        let name = String(property.prefix { $0 != "=" })
        try #require(["file", "line", "col", "title"].contains(name), "a property \(name)")
      }
    }
  }

  /// Outside of fences: tags of ours alone, and as many cells in each row.
  private func checkMarkdown(_ text: String) throws {
    var fence: Substring?
    for line in text.asciiOnly.split(separator: "\n") {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```") {
        fence = line.prefix { $0 == "`" }
        continue
      }
      for match in line.matches(of: #/<(\/?[a-zA-Z!]*)/#) {
        let tag = String(match.1)
        try #require(["details", "/details", "summary", "/summary"].contains(tag), "a tag in \(line)")
      }
      if line.hasPrefix("|") {
        let cells = line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
        try #require((3...5).contains(cells), "\(cells) bars in \(line)")
      }
    }
    try #require(fence == nil)
  }

  private func checkPage(_ text: String, like plain: String) throws {
    let page = try HtmlPage(text.asciiOnly)
    let known = try HtmlPage(plain.asciiOnly)
    let names = Set(known.elements.map(\.name)).union(["b", "details", "summary", "code"])
    try #require(Set(page.elements.map(\.name)).isSubset(of: names))
    for element in page.elements {
      let handler = element.attributes.keys.first { $0.lowercased().hasPrefix("on") }
      try #require(handler == nil, "\(element.name) has \(handler ?? "")")
    }
    // What is run is ours: one element, which the policy knows by its hash.
    let scripts = page.elements.filter { $0.name == "script" }
    try #require(scripts.count { $0.attributes["type"] == nil } == 1)
    for data in scripts where data.attributes["type"] != nil {
      _ = try JSONSerialization.jsonObject(with: Data(data.text.utf8))
    }
  }

  /// What a shell makes of the words is what they were.
  @Test func wordsComeThroughAShell() throws {
    let words =
      HostileText.all.filter { !$0.unicodeScalars.contains("\u{0}") } + ["", "a b", "plain-word_1.x"]
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", "printf '%s\\0' \(words.map(shellQuoted).joined(separator: " "))"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    let read = data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Data($0) }
    #expect(read == words.map { Data($0.utf8) })
    for word in words { #expect(!shellQuoted(word).unicodeScalars.contains { $0.isHidden }) }
  }

  /// A label of a megabyte makes no report of many, and the reader is told what is missing.
  @Test(arguments: ReportFormat.allCases) func longTextsAreCut(format: ReportFormat) throws {
    let long = String(repeating: "x", count: 1 << 20)
    var cycle = Sample.mainAndQueueStepByStep
    cycle.participants[0].name = long
    cycle.participants[0].stack[0].function = long
    cycle.participants[0].queue?.label = long
    cycle.steps.lines[0].object = ObjectName(.serialQueue, label: long)
    cycle.steps.lines[1].detail = long
    var failed = Sample.thrown
    failed.kind = .testFailed(TestFailure(.thrown(error: long), by: "worker 1"))
    failed.context.target = .process(command: ["./x", String(long.prefix(100_000))])
    var own = Sample.leftEntered
    let timer = ObjectName(.timer, label: long)
    own.kind = .sourceDropped(DroppedSource(timer, at: nil, hasCancelHandler: true))
    let events = [cycle, failed, own].map { ReportEvent.finding(FindingFound(test: "t", $0)) }
    let text = Renderer.render(events, as: format)
    // The stream keeps a command as it is, so that it can be run again.
    #expect(text.utf8.count < (format == .jsonl ? 300_000 : 200_000))
    #expect(text.contains("1,048,376 more characters"))
  }
}

/// The same numbers in every run (SplitMix64).
private struct RepeatedNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
