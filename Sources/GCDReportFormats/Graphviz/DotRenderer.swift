// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The wait-for graphs of all findings in the language of Graphviz, one cluster each, circles in red.
struct DotRenderer: DocumentRenderer {
  /// Graphs that are drawn at most: Graphviz takes long for more, and no code looks at them.
  static let mostGraphs = 40

  private var found = ReportedFindings()

  mutating func consume(_ event: ReportEvent) { found.consume(event) }

  var document: String {
    let graphs = found.ranked.lazy.map { ($0.finding, WaitGraph($0.finding)) }.filter { !$0.1.isEmpty }
    var shown: [(Finding, WaitGraph)] = []
    var more = 0
    for graph in graphs {
      if shown.count < DotRenderer.mostGraphs { shown.append(graph) } else { more += 1 }
    }
    let without = found.items.count - shown.count - more
    var title = [found.summary ?? "gcdcheck: the run was cut off before its end"]
    if more > 0 { title.append("\(counted(more, "further graph")) left out: only the worst are drawn") }
    if without > 0 { title.append("\(counted(without, "finding")) in which nothing waits") }
    var lines = [
      "// gcdcheck: who waits for what. To draw it: dot -Tsvg FILE", "digraph gcdcheck {",
      "  graph [rankdir=LR, fontname=\"Helvetica\", fontsize=11, labelloc=b, labeljust=l, nodesep=0.4, "
        + "ranksep=0.9,", "    label=\(lefted(title))];",
      "  node [fontname=\"Helvetica\", fontsize=11, style=filled, fillcolor=\"#f4f6f8\", color=\"#5f6b7a\"];",
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#5f6b7a\"];",
    ]
    for (index, graph) in shown.enumerated() { lines += cluster(index + 1, graph.0, graph.1) }
    if shown.isEmpty { lines.append("  nothing [label=\"nothing waits forever\", shape=plaintext];") }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func cluster(_ number: Int, _ finding: Finding, _ graph: WaitGraph) -> [String] {
    let place = finding.location?.full(relativeTo: finding.context.directory)
    // Escaped where the label is written.
    var title = wrapped("\(finding.severity.rawValue): \(finding.code) \(finding.message)", 76)
    if let place { title.append(place) }
    if graph.omitted > 0 { title.append("and \(counted(graph.omitted, "further wait"))") }
    var lines = [
      "  subgraph cluster_\(number) {", "    label=\(lefted(title)); labelloc=t; color=\"#c5ccd3\";",
    ]
    for (index, node) in graph.nodes.enumerated() {
      let label = node.detail.isEmpty ? [node.title] : [node.title, node.detail]
      var attributes = ["label=\(dotString(label.joined(separator: "\n")))", "shape=\(node.type.shape)"]
      if node.type == .queue { attributes.append("margin=\"0.25,0.1\"") }
      if node.type == .nobody { attributes += ["style=dashed", "fontcolor=\"#5f6b7a\""] }
      if node.isInCycle { attributes += ["color=\"#c62828\"", "fillcolor=\"#fdecea\"", "penwidth=2"] }
      lines.append("    f\(number)n\(index + 1) [\(attributes.joined(separator: ", "))];")
    }
    for edge in graph.edges {
      // Escaped where the attribute is made.
      let label = edge.place.isEmpty ? edge.label : "\(edge.label)\n\(edge.place)"
      var attributes = ["label=\(dotString(label))"]
      if edge.isInCycle { attributes += ["color=\"#c62828\"", "fontcolor=\"#c62828\"", "penwidth=2"] }
      if edge.meaning != .waits { attributes.append("style=\(graph.isPotential ? "dotted" : "dashed")") }
      let ends = "f\(number)n\(edge.from + 1) -> f\(number)n\(edge.to + 1)"
      lines.append("    \(ends) [\(attributes.joined(separator: ", "))];")
    }
    return lines + ["  }"]
  }

  /// Lines that begin at the left, as one label.
  private func lefted(_ lines: [String]) -> String {
    "\"" + lines.map { dotText($0) + "\\l" }.joined() + "\""
  }
}

extension WaitGraph.Sort {
  fileprivate var shape: String {
    switch self {
    case .participant: "box"
    case .queue: "cds"
    case .object: "ellipse"
    case .nobody: "plaintext"
    }
  }
}

/// Words on lines of at most `width` columns where they allow it.
func wrapped(_ text: String, _ width: Int) -> [String] {
  var lines: [String] = []
  for word in text.onOneLine.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
