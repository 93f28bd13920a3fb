// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

@Suite struct FindingReportTests {
  @Test(arguments: Sample.all.map(\.name)) func reportReadsAsAgreed(name: String) throws {
    let finding = try #require(Sample.all.first { $0.name == name }?.finding)
    #expect(name.hasPrefix(finding.code))
    try expectGolden(finding.report + "\n", "\(name).txt")
  }

  @Test func everyCodeHasASample() {
    let codes = Set(Sample.all.map(\.finding.code))
    for code in FindingCode.allCases {
      #expect(codes.contains(code.rawValue), "\(code.rawValue) has no sample")
    }
  }

  @Test(arguments: Sample.all.map(\.name)) func lineOneStandsAlone(name: String) throws {
    let finding = try #require(Sample.all.first { $0.name == name }?.finding)
    let first = try #require(finding.report.split(separator: "\n").first)
    #expect(first == Substring(finding.headline))
    let place = try #require(finding.location?.full(relativeTo: Sample.directory))
    #expect(first.hasPrefix("\(place): \(finding.severity.rawValue): \(finding.code) "))
    #expect(first.contains(finding.message))
  }

  @Test(arguments: Sample.all.map(\.name)) func textIsNarrowPlainAndWithoutAddresses(name: String) throws {
    let finding = try #require(Sample.all.first { $0.name == name }?.finding)
    let lines = finding.report.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropFirst() where !line.hasPrefix("replay:") {
      #expect(line.count <= 100, "\(line.count) columns: \(line)")
    }
    for line in lines {
      #expect(line.utf8.allSatisfy { $0 < 0x7f && $0 >= 0x20 }, "not ASCII: \(line)")
      #expect(!line.contains("0x"), "an address: \(line)")
      #expect(line.last != " ", "a space at the end: \(line)")
    }
    #expect(try #require(lines.last).hasPrefix("replay: "))
    #expect(!finding.report.contains("\n\n\n"))
  }

  @Test func allFramesOnRequest() {
    let report = Sample.mainAndQueue.report(ReportStyle(showsAllFrames: true))
    #expect(report.contains("__DISPATCH_WAIT_FOR_QUEUE__"))
    #expect(!report.contains("hidden"))
  }

  @Test func colourIsOnlyAddedToWords() {
    let finding = Sample.ownQueue
    let colored = finding.report(ReportStyle(isColored: true))
    #expect(colored.contains("\u{1b}[1;31merror:\u{1b}[0m"))
    var plain = ""
    var isInside = false
    for character in colored {
      if character == "\u{1b}" { isInside = true }
      if !isInside { plain.append(character) }
      if isInside, character == "m" { isInside = false }
    }
    #expect(plain == finding.report)
  }
}
