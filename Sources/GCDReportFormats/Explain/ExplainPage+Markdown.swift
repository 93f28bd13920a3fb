// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// A page for places that show Markdown.
extension ExplainPage {
  /// What the code says about a program, in short.
  var firstParagraph: String {
    let lines = meaning.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    return lines.joined(separator: " ")
  }

  /// The same parts in the same order as the text of the page.
  var markdown: String {
    var parts = ["**\(code.title.capitalizedFirst).**", meaning]
    parts.append("The smallest program that shows it:\n\n```swift\n\(program)\n```")
    parts.append("**On Linux**\n\n\(onLinux)")
    parts.append("**What to do**\n\n\(fix)")
    if let oftenRead { parts.append("**Often read, but not so**\n\n\(oftenRead)") }
    if !related.isEmpty {
      parts.append("Related: " + related.map { "\($0.rawValue) (\($0.title))" }.joined(separator: "; "))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
