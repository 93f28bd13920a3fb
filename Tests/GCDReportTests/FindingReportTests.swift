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

  /// Who reads no further still knows what happened to which objects, in which calls, and where.
  @Test(arguments: Sample.all.map(\.name)) func fifteenLinesNameTheCause(name: String) throws {
    let finding = try #require(Sample.all.first { $0.name == name }?.finding)
    let head = finding.report.split(separator: "\n", omittingEmptySubsequences: false).prefix(15)
      .joined(separator: "\n")
    func expect(_ words: String?) {
      if let words { #expect(head.contains(words), "\(words) is not in:\n\(head)") }
    }
    expect(finding.message)
    expect(finding.location?.full(relativeTo: Sample.directory))
    for edge in finding.waitsInOrder {
      expect(edge.waiter)
      expect(edge.resource.label ?? edge.resource.created?.short)
      expect(edge.location?.short)
    }
    for row in finding.ledger?.rows.suffix(2) ?? [] {
      expect(row.location?.short)
      expect("\(row.after)")
    }
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

extension Finding {
  /// The waits that the finding is about, a few of them where they are many.
  fileprivate var waitsInOrder: [WaitEdge] {
    switch kind {
    case .waitCycle(let evidence): evidence.edges
    case .semaphoreNeverSignaled(let evidence): [evidence.edge]
    case .waitNeverSatisfied(let evidence): [evidence.edge]
    case .poolExhausted(let evidence): Array(evidence.edges.prefix(1))
    case .leftSuspended(let evidence): evidence.waiter.map { [$0] } ?? []
    case .lockOrderInversion(let evidence): evidence.edges
    default: []
    }
  }

  /// The history of the count that the finding is about.
  fileprivate var ledger: Ledger? {
    switch kind {
    case .groupNeverEmpty(let evidence): evidence.ledger
    case .misuse(let evidence): evidence.ledger
    case .leftSuspended(let evidence) where evidence.waiter == nil: evidence.ledger
    default: nil
    }
  }
}
