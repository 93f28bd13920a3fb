// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A wait-for graph in the language of Mermaid, which GitHub draws inside Markdown; the circle is red.
struct MermaidGraph {
  private let graph: WaitGraph

  init(_ graph: WaitGraph) { self.graph = graph }

  var text: String {
    var lines = ["flowchart LR"]
    for (index, node) in graph.nodes.enumerated() {
      let label = node.detail.isEmpty ? quoted(node.title) : quoted(node.title + "\n" + node.detail)
      let (open, close) = node.sort.brackets
      lines.append("  n\(index)\(open)\(label)\(close)")
    }
    for edge in graph.edges {
      let label = edge.place.isEmpty ? quoted(edge.label) : quoted(edge.label + "\n" + edge.place)
      let arrow = edge.meaning == .waits ? "-->" : "-.->"
      lines.append("  n\(edge.from) \(arrow)|\(label)| n\(edge.to)")
    }
    let nodes = graph.nodes.indices.filter { graph.nodes[$0].isInCycle }
    let edges = graph.edges.indices.filter { graph.edges[$0].isInCycle }
    if !nodes.isEmpty {
      lines.append("  classDef hot stroke:#c62828,stroke-width:3px")
      lines.append("  class \(nodes.map { "n\($0)" }.joined(separator: ",")) hot")
    }
    if !edges.isEmpty {
      lines.append(
        "  linkStyle \(edges.map(String.init).joined(separator: ",")) stroke:#c62828,stroke-width:2px")
    }
    return lines.joined(separator: "\n")
  }

  /// A label: what means something to Mermaid, to Markdown or to HTML as a number, line ends as breaks.
  private func quoted(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar -> String in
      if scalar == "\n" { return "<br>" }
      let isPlain =
        scalar.value > 0x7f || scalar == " " || scalar == "." || scalar == ":" || scalar == "("
        || scalar == ")"
        || scalar == "-" || scalar == "," || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return isPlain ? String(scalar) : "#\(scalar.value);"
    }
    return "\"\(letters.joined())\""
  }
}

extension WaitGraph.Sort {
  fileprivate var brackets: (open: String, close: String) {
    switch self {
    case .party: ("[", "]")
    case .queue: ("[[", "]]")
    case .object: ("([", "])")
    case .nobody: ("{{", "}}")
    }
  }
}
