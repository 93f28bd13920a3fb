// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDReportFormats
import Testing

/// What users and other tools rely on: codes with one slug each, and no code in the sources that nobody can
/// look up.
@Suite struct FindingCodeTests {
  @Test(arguments: FindingCode.allCases)
  func everyCodeHasASlugThatReadsAsWords(_ code: FindingCode) {
    let words = code.slug.split(separator: "-", omittingEmptySubsequences: false)
    #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isLowercase } })
    #expect(FindingCode(codeOrSlug: code.slug) == code)
    #expect(FindingCode(codeOrSlug: code.rawValue) == code)
  }

  @Test(arguments: FindingCode.allCases)
  func everyCodeHasAPage(_ code: FindingCode) throws {
    let page = try #require(Explanations.page(code.rawValue))
    #expect(page.contains(code.rawValue))
    #expect(page.contains(code.slug))
    #expect(Explanations.page(code.slug) == page)
    #expect(Explanations.overview.contains(code.slug))
  }

  @Test func noTwoCodesShareASlug() {
    #expect(Set(FindingCode.allCases.map(\.slug)).count == FindingCode.allCases.count)
  }

  @Test func everyCodeInTheSourcesIsKnown() {
    let known = Set(FindingCode.allCases.map(\.rawValue))
    let unknown = PackageTree.sources.filter(\.isShipped).flatMap { file in
      file.lines.enumerated().flatMap { index, line in
        codes(in: line).filter { !known.contains($0) }.map { "\(file.path):\(index + 1): \($0)" }
      }
    }
    #expect(unknown == [])
  }

  @Test func codesAreFoundInText() {
    #expect(codes(in: "a GCD102, GCD1020 and GCDReport; then (GCD901)") == ["GCD102", "GCD901"])
  }

  /// `GCD` and exactly three digits.
  private func codes(in line: Substring) -> [String] {
    line.split { !$0.isPartOfName }.filter { word in
      word.count == 6 && word.hasPrefix("GCD") && word.dropFirst(3).allSatisfy(\.isNumber)
    }.map(String.init)
  }
}
