// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The page as an article of the documentation, in the Markdown of DocC.
extension ExplainPage {
  var article: String {
    var parts = [
      "# \(code.rawValue): \(code.slug)", "\(code.title.capitalizedFirst).", "## What it means", meaning,
      "## The smallest program that shows it", "```swift\n\(program)\n```",
      "## Put right", "```swift\n\(corrected)\n```",
      "## On Linux", onLinux, "## What to do", fix,
    ]
    if let oftenRead { parts += ["## Often read, but not so", oftenRead] }
    if !related.isEmpty {
      parts += ["## See Also", related.map { "- <doc:\($0.rawValue)>" }.joined(separator: "\n")]
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

extension Explanations {
  /// The page of a code as an article of the documentation.
  package static func article(of code: FindingCode) -> String { page(of: code).article }

  /// All codes, with what the documentation says to each in a line.
  package static var articleList: String {
    FindingCode.allCases.map { "- <doc:\($0.rawValue)>\n" }.joined()
  }
}
