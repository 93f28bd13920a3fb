// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Reads the part of Graphviz' language that one graph with clusters needs.
struct DotGraph {
  struct Mistake: Error { var token: String }

  private(set) var nodes: [String: [String: String]] = [:]
  private(set) var edges: [(from: String, to: String, attributes: [String: String])] = []
  private(set) var clusters = 0
  private var tokens: ArraySlice<String>

  init(_ text: String) throws {
    tokens = try DotGraph.tokens(of: text)[...]
    try expect("digraph")
    _ = try next()
    try expect("{")
    try statements()
    if let extra = tokens.first { throw Mistake(token: extra) }
  }

  /// Names, numbers and signs as they are; a string begins with a quote and has its escapes resolved.
  private static func tokens(of text: String) throws -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("->") {
        tokens.append("->")
        rest.removeFirst(2)
      } else if first == "\"" {
        var value = "\""
        rest.removeFirst()
        while let character = rest.first, character != "\"" {
          rest.removeFirst()
          guard character == "\\", let escape = rest.popFirst() else {
            value.append(character)
            continue
          }
          value.append(escape == "n" || escape == "l" ? "\n" : escape)
        }
        guard rest.popFirst() != nil else { throw Mistake(token: value) }
        tokens.append(value)
      } else if first.isLetter || first.isNumber || first == "_" || first == "." {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        tokens.append(String(word))
        rest = rest.dropFirst(word.count)
      } else if "{}[]=;,".contains(first) {
        tokens.append(String(first))
        rest.removeFirst()
      } else {
        throw Mistake(token: String(first))
      }
    }
    return tokens
  }

  private mutating func next() throws -> String {
    guard let token = tokens.popFirst() else { throw Mistake(token: "the end") }
    return token
  }

  private mutating func expect(_ wanted: String) throws {
    let token = try next()
    if token != wanted { throw Mistake(token: token) }
  }

  private mutating func statements() throws {
    while true {
      let token = try next()
      switch token {
      case "}": return
      case ";": continue
      case "subgraph":
        _ = try next()
        clusters += 1
        try expect("{")
        try statements()
      default:
        if tokens.first == "=" {
          _ = try next()
          _ = try next()
        } else if tokens.first == "->" {
          _ = try next()
          let target = try next()
          edges.append((token, target, try attributes()))
        } else {
          let found = try attributes()
          if !["graph", "node", "edge"].contains(token) { nodes[token] = found }
        }
      }
    }
  }

  private mutating func attributes() throws -> [String: String] {
    guard tokens.first == "[" else { return [:] }
    _ = try next()
    var found: [String: String] = [:]
    while true {
      let name = try next()
      if name == "]" { return found }
      if name == "," { continue }
      try expect("=")
      let value = try next()
      found[name] = value.hasPrefix("\"") ? String(value.dropFirst()) : value
    }
  }
}
