// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A wait-for graph in the language of Mermaid, which GitHub draws inside Markdown; the circle is red.
struct MermaidGraph {
  private let graph: WaitGraph

  init(_ graph: WaitGraph) { self.graph = graph }

  var text: String {
    var lines = ["flowchart LR"]
    for (index, node) in graph.nodes.enumerated() {
      let label =
        node.detail.isEmpty ? mermaidString(node.title) : mermaidString(node.title + "\n" + node.detail)
      let (open, close) = node.type.brackets
      lines.append("  n\(index)\(open)\(label)\(close)")
    }
    for edge in graph.edges {
      let label =
        edge.place.isEmpty ? mermaidString(edge.label) : mermaidString(edge.label + "\n" + edge.place)
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
}

extension WaitGraph.Sort {
  fileprivate var brackets: (open: String, close: String) {
    switch self {
    case .participant: ("[", "]")
    case .queue: ("[[", "]]")
    case .object: ("([", "])")
    case .nobody: ("{{", "}}")
    }
  }
}
