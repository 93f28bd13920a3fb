// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Reads as much of HTML as a page without mistakes needs: every tag is closed in its turn.
struct HtmlPage {
  struct Mistake: Error { var place: String }

  struct Element {
    var name: String
    var attributes: [String: String]
    /// Elements around it, the outermost first.
    var path: [String]
    /// All text inside, with references resolved; scripts and styles as they are.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private static let void: Set<String> = ["meta", "input", "br", "hr", "img", "link"]

  init(_ source: String) throws {
    var rest = Substring(source)
    guard rest.hasPrefix("<!DOCTYPE html>") else { throw Mistake(place: "the start") }
    rest = rest.dropFirst("<!DOCTYPE html>".count)
    var open: [Int] = []
    while !rest.isEmpty {
      guard rest.first == "<" else {
        let text = rest.prefix { $0 != "<" }
        if text.contains(">") { throw Mistake(place: String(text)) }
        for index in open { elements[index].text += HtmlPage.resolved(text) }
        rest = rest.dropFirst(text.count)
        continue
      }
      guard let end = HtmlPage.endOfTag(rest) else { throw Mistake(place: String(rest.prefix(40))) }
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
          throw Mistake(place: "</\(tag)")
        }
        continue
      }
      let isClosed = tag.hasSuffix("/")
      let body = isClosed ? tag.dropLast() : tag
      let name = String(body.prefix { !$0.isWhitespace })
      elements.append(
        Element(
          name: name, attributes: HtmlPage.attributes(body.dropFirst(name.count)),
          path: open.map { elements[$0].name }))
      if isClosed || HtmlPage.void.contains(name) { continue }
      if name == "script" || name == "style" {
        guard let close = rest.firstRange(of: "</\(name)>") else { throw Mistake(place: name) }
        elements[elements.count - 1].text = String(rest[..<close.lowerBound])
        rest = rest[close.upperBound...]
      } else {
        open.append(elements.count - 1)
      }
    }
    if let last = open.last { throw Mistake(place: elements[last].name) }
  }

  /// The `>` that is in no attribute's value.
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    var isQuoted = false
    return text.indices.first { index in
      if text[index] == "\"" { isQuoted.toggle() }
      return text[index] == ">" && !isQuoted
    }
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for match in text.matches(of: #/([A-Za-z][\w-]*)(?:="([^"]*)")?/#) {
      found[String(match.1)] = match.2.map { resolved($0) } ?? ""
    }
    return found
  }

  private static func resolved(_ text: Substring) -> String {
    if !text.utf8.contains(UInt8(ascii: "&")) { return String(text) }
    let pairs = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&#9;", "\t"), ("&amp;", "&"),
    ]
    return pairs.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  func all(_ name: String, _ style: String? = nil) -> [Element] {
    elements.filter { element in
      element.name == name
        && (style.map { (element.attributes["class"] ?? "").split(separator: " ").contains(Substring($0)) }
          ?? true)
    }
  }
}
