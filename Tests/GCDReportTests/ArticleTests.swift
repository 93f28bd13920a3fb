// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// The documentation has the pages of `gcdcheck explain`, word for word.
@Suite struct ArticleTests {
  /// Seen from the folder of golden files: those of the documentation are refreshed in the same way.
  private static let catalogue = "../../../Sources/GCDCheck/GCDCheck.docc"

  @Test(arguments: FindingCode.allCases) func theDocumentationHasThePage(of code: FindingCode) throws {
    try expectGolden(
      Explanations.article(of: code), "\(Self.catalogue)/Findings/\(code.rawValue).md")
  }

  @Test func noOtherPagesAreThere() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(Self.catalogue)/Findings")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(FindingCode.allCases.map { "\($0.rawValue).md" } + ["Findings.md"]))
    let list = try String(contentsOf: folder.appendingPathComponent("Findings.md"), encoding: .utf8)
    #expect(list.contains(Explanations.articleList))
  }
}
