// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// Texts that something reads as more than text, and streams of events that are full of them.
enum HostileText {
  static let all: [String] = [
    "\u{600}</script>\u{600}<img src=x onerror=document.title='PWNED'>", "</pre><script>x()</script>",
    "<\u{301}b>", "\" onload=\"x()", "' onload='x()", "-->", "<!--<script>", "]]>", "&lt;b&gt;&#60;", "&",
    "\u{600}\"", "\u{600}'", "';touch PWNED;'", "\u{600}';touch PWNED;'", "$(touch PWNED)", "`touch PWNED`",
    "$'\\n'", "a\nb", "a\r\nb", "\t", "\u{1b}[31m", "\u{9b}31m", "\u{9d}0;x\u{9c}", "\u{90}", "\u{85}",
    "\u{0}", "\u{7f}", "\u{2028}", "\u{2029}", "\u{202e}desrever", "\u{2066}x", "\u{200f}", "\u{61c}",
    "\u{feff}", "::error::pwn", "x\n::error::pwn", "x ::set-output name=a::b", "\u{600}::\u{301}error",
    "##[error]pwn", "%0A::error::x", "a,b:c%d", "| a |\n|---|", "|\u{301}", "`\u{301}``", "```\n# x",
    "[x](javascript:x)", "![x](y)", "*_~#", "$x$", "\\", "\\\"", "\\n", "{\"a\":1}", "\u{10fffe}\u{ffff}",
    "e\u{301}\u{301}\u{301}", "👩‍👩‍👧", "subgraph x {", "#quot;", "}}", "<br>",
  ]

  /// Members of events that hold a text of the user's.
  private static let members: Set<String> = [
    "label", "creator", "name", "function", "file", "party", "detail", "test", "message", "error", "text",
    "path", "filter", "directory", "command", "strategy", "token", "thread", "call", "expected", "actual",
    "waiter", "owner",
  ]

  /// The events with hostile texts before and behind those of the user; equal ones stay equal.
  static func spoiling(
    _ events: [ReportEvent], _ random: inout some RandomNumberGenerator
  ) throws -> [ReportEvent] {
    var spoilt: [String: String] = [:]
    var result: [ReportEvent] = []
    for event in events {
      let value = try JSONSerialization.jsonObject(with: Data(EventStream.encode(event).utf8))
      let changed = spoil(value, isText: false, &spoilt, &random)
      let data = try JSONSerialization.data(withJSONObject: changed)
      let line = String(decoding: data, as: UTF8.self)
      if let event = try EventStream.decode(line: line) { result.append(event) }
    }
    return result
  }

  private static func spoil(
    _ value: Any, isText: Bool, _ spoilt: inout [String: String],
    _ random: inout some RandomNumberGenerator
  ) -> Any {
    switch value {
    case let text as String:
      if !isText || text.isEmpty { return text }
      if let known = spoilt[text] { return known }
      let around = (all.randomElement(using: &random) ?? "", all.randomElement(using: &random) ?? "")
      let result =
        Bool.random(using: &random) ? around.0 + text + around.1 : text + " " + around.0
      spoilt[text] = result
      return result
    case let list as [Any]: return list.map { spoil($0, isText: isText, &spoilt, &random) }
    case let object as [String: Any]:
      var result: [String: Any] = [:]
      for key in object.keys.sorted() {
        result[key] = spoil(object[key] ?? "", isText: members.contains(key), &spoilt, &random)
      }
      return result
    default: return value
    }
  }
}

extension StringProtocol {
  /// For readers of these tests that go by characters: what no format gives a meaning to is one sign each.
  var asciiOnly: String { String(unicodeScalars.map { $0.isASCII ? Character($0) : "?" }) }
}
