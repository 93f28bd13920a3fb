// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// The articles about findings, of which `gcdcheck explain` makes its pages.
@Suite struct ArticleTests {
  private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/GCDCheck/GCDCheck.docc")

  @Test(arguments: FindingCode.allCases) func theArticleIsThatOfItsCode(_ code: FindingCode) throws {
    let file = Self.catalogue.appendingPathComponent("Findings/\(code.rawValue).md")
    #expect(try String(contentsOf: file, encoding: .utf8) == code.article)
    let title = code.title.prefix(1).uppercased() + code.title.dropFirst()
    #expect(code.article.hasPrefix("# \(code.rawValue): \(code.slug)\n\n\(title).\n\n## What it means\n\n"))
  }

  @Test(arguments: FindingCode.allCases) func theHeadingsAreThoseThatAreRead(_ code: FindingCode) {
    let headings = code.article.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    let always: [Substring] = [
      "What it means", "The smallest program that shows it", "Put right", "On Linux", "What to do",
    ]
    #expect(headings.starts(with: always))
    #expect(
      ["Often read, but not so", "See Also"].suffix(headings.count - always.count).elementsEqual(
        headings.dropFirst(always.count)))
  }

  @Test func eachCodeHasOneAndIsListed() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.catalogue.appendingPathComponent("Findings").path)
    #expect(Set(files) == Set(FindingCode.allCases.map { "\($0.rawValue).md" }))
    let list = try String(contentsOf: Self.catalogue.appendingPathComponent("Findings.md"), encoding: .utf8)
    #expect(list.contains(FindingCode.allCases.map { "- <doc:\($0.rawValue)>\n" }.joined()))
  }
}
