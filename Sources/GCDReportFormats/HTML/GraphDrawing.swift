// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// A wait-for graph as inline SVG; colours come from the page.
struct GraphDrawing {
  private let graph: WaitGraph
  private let layout: GraphLayout
  /// Tells the drawings of one page apart.
  private let number: Int

  init(_ graph: WaitGraph, number: Int) {
    self.graph = graph
    self.number = number
    layout = GraphLayout(graph)
  }

  /// What is drawn, for those who do not see it.
  private var description: String {
    graph.edges.map { edge in
      // Escaped where the attribute is written.
      "\(graph.nodes[edge.from].title) \(edge.label) \(graph.nodes[edge.to].title)"
    }.joined(separator: "; ")
  }

  var svg: String {
    // Room for arrows that bend.
    let bend = graph.cycle.count == 2 ? 34 : 0
    var lines = [
      "<svg class=\"graph\" viewBox=\"0 \(-bend) \(layout.width) \(layout.height + 2 * bend)\" "
        + "width=\"\(layout.width)\" height=\"\(layout.height + 2 * bend)\" role=\"img\" "
        + "aria-label=\"\(xmlAttribute(description))\">",
      "<defs>\(marker("a", "arrow"))\(marker("h", "arrow hot"))</defs>",
    ]
    lines += graph.edges.map(arrow)
    for (node, place) in zip(graph.nodes, layout.places) { lines.append(box(node, place)) }
    return lines.joined(separator: "\n") + "\n</svg>"
  }

  private func marker(_ name: String, _ style: String) -> String {
    "<marker id=\"g\(number)\(name)\" class=\"\(style)\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
      + "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">"
      + "<path d=\"M0 0L10 5L0 10z\"/></marker>"
  }

  private func box(_ node: WaitGraph.Node, _ place: GraphLayout.Place) -> String {
    let style = "node \(node.type.rawValue)\(node.isInCycle ? " hot" : "")"
    let radius = node.type == .participant ? 4 : place.height / 2
    let title = node.title.truncated(to: GraphLayout.mostCharacters)
    var text =
      "<g class=\"\(style)\"><title>\(xmlText(node.title))</title>"
      + "<rect x=\"\(place.x - place.width / 2)\" y=\"\(place.y - place.height / 2)\" "
      + "width=\"\(place.width)\" height=\"\(place.height)\" rx=\"\(radius)\"/>"
    let baseline = node.detail.isEmpty ? place.y + 5 : place.y - 3
    text += "<text x=\"\(place.x)\" y=\"\(baseline)\">\(xmlText(title))</text>"
    if !node.detail.isEmpty {
      let detail = node.detail.truncated(to: GraphLayout.mostCharacters)
      text += "<text class=\"small\" x=\"\(place.x)\" y=\"\(place.y + 14)\">\(xmlText(detail))</text>"
    }
    return text + "</g>"
  }

  private func arrow(_ edge: WaitGraph.Edge) -> String {
    let (from, to) = (layout.places[edge.from], layout.places[edge.to])
    let isTwoWay = graph.edges.contains { $0.from == edge.to && $0.to == edge.from }
    let style = "edge \(edge.meaning.rawValue)\(edge.isInCycle ? " hot" : "")"
    let head = "marker-end=\"url(#g\(number)\(edge.isInCycle ? "h" : "a"))\""
    var label = (x: 0, y: 0)
    let path: String
    if edge.from == edge.to {
      let (x, y) = (from.x, from.y - from.height / 2)
      path = "M\(x - 20) \(y)C\(x - 30) \(y - 44) \(x + 30) \(y - 44) \(x + 20) \(y)"
      label = (x, y - 40)
    } else if isTwoWay {
      let side = to.x >= from.x ? -1 : 1
      let shift = side * min(from.height, to.height) / 4
      let start = border(of: from, towards: (to.x, from.y + shift), shiftedBy: shift)
      let end = border(of: to, towards: (from.x, to.y + shift), shiftedBy: shift)
      let middle = ((start.x + end.x) / 2, (start.y + end.y) / 2 + side * 44)
      path = "M\(start.x) \(start.y)Q\(middle.0) \(middle.1) \(end.x) \(end.y)"
      label = (middle.0, middle.1 - side * 14 + (side < 0 ? 0 : 4))
    } else {
      let start = border(of: from, towards: (to.x, to.y), shiftedBy: 0)
      let end = border(of: to, towards: (from.x, from.y), shiftedBy: 0)
      path = "M\(start.x) \(start.y)L\(end.x) \(end.y)"
      label = ((start.x + end.x) / 2, (start.y + end.y) / 2)
    }
    var text = "<g class=\"\(style)\"><path d=\"\(path)\" \(head)/>"
    // Words are above and below a level line, and on any other one.
    let isLevel = !isTwoWay && edge.from != edge.to && abs(from.y - to.y) < 20
    let first = isLevel ? label.y - 8 : edge.place.isEmpty ? label.y + 4 : label.y - 4
    text += "<text x=\"\(label.x)\" y=\"\(first)\">\(xmlText(edge.label))</text>"
    if !edge.place.isEmpty {
      let second = label.y + (isLevel ? 18 : 11)
      text += "<text class=\"small\" x=\"\(label.x)\" y=\"\(second)\">\(xmlText(edge.place))</text>"
    }
    return text + "</g>"
  }

  /// Where a line from the middle of a box to a point leaves the box, with room for the arrow's head.
  private func border(
    of box: GraphLayout.Place, towards point: (x: Int, y: Int), shiftedBy shift: Int
  ) -> (x: Int, y: Int) {
    let (dx, dy) = (point.x - box.x, point.y - box.y - shift)
    let (halfWidth, halfHeight) = (box.width / 2 + 3, box.height / 2 + 3)
    if abs(dx) * halfHeight >= abs(dy) * halfWidth, dx != 0 {
      return (box.x + (dx > 0 ? halfWidth : -halfWidth), box.y + shift + dy * halfWidth / abs(dx))
    }
    guard dy != 0 else { return (box.x, box.y + shift) }
    return (box.x + dx * halfHeight / abs(dy), box.y + shift + (dy > 0 ? halfHeight : -halfHeight))
  }
}
