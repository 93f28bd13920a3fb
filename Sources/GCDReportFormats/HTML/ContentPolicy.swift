// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What a browser may do with a page: run and apply what gcdcheck wrote into it, known by its hash, and ask
/// no other computer for anything.
///
/// A second wall: nothing of the user's is markup, but if something were, it would not run.
enum ContentPolicy {
  static let text: String = {
    let allowed = [
      "default-src 'none'", "script-src 'sha256-\(hash(HtmlAssets.script))'",
      "style-src 'sha256-\(hash(HtmlAssets.style))'", "base-uri 'none'", "form-action 'none'",
    ]
    return allowed.joined(separator: "; ")
  }()

  /// Of the element's whole text, line ends at its beginning and its end included.
  private static func hash(_ text: String) -> String { base64(SHA256.hash(Array("\n\(text)\n".utf8))) }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = bytes[start..<min(start + 3, bytes.count)]
      var number = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
      var group: [Character] = []
      for place in 0..<4 {
        group.insert(3 - place <= three.count ? letters[number & 63] : "=", at: 0)
        number >>= 6
      }
      text += String(group)
    }
    return text
  }
}

/// The text of the files next to this one that each page has.
enum HtmlAssets {
  /// How the page looks, in light and in dark.
  static let style = text(PackageResources.page_css)
  /// What lets a reader go through schedules; the page says everything else without it.
  static let script = text(PackageResources.page_js)

  private static func text(_ file: [UInt8]) -> String { String(decoding: file.dropLast(), as: UTF8.self) }
}
