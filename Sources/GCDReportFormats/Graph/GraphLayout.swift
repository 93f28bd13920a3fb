// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Places for the nodes of a wait-for graph; equal graphs give equal drawings.
///
/// A circle is in two rows, its arrows going round clockwise; who only waits for a member is to the
/// left. Without a circle, the nodes are in columns, each to the right of those that lead to it.
struct GraphLayout {
  struct Place: Equatable {
    /// The middle.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private(set) var places: [Place]
  private(set) var width = 0
  private(set) var height = 0

  static let characterWidth = 8
  private static let narrowestGap = 150
  private static let widestGap = 300
  private static let gapY = 76
  private static let margin = 24
  static let mostCharacters = 36

  /// Between columns: room for the words at the arrows.
  private let gapX: Int

  init(_ graph: WaitGraph) {
    let longest = graph.edges.map { max($0.label.count * 7, $0.place.count * 6) }.max() ?? 0
    gapX = min(max(longest + 40, GraphLayout.narrowestGap), GraphLayout.widestGap)
    places = graph.nodes.map { node in
      let letters = min(max(node.title.count, node.detail.count * 6 / 7), GraphLayout.mostCharacters)
      return Place(
        x: 0, y: 0, width: max(letters * GraphLayout.characterWidth + 30, 96),
        height: node.detail.isEmpty ? 38 : 52)
    }
    let cycle = graph.cycle
    if cycle.count > 1 { placeCircle(cycle) }
    placeColumns(graph, beside: Set(cycle))
    moveIntoView()
  }

  private mutating func placeCircle(_ cycle: [Int]) {
    let pitch = (cycle.map { places[$0].width }.max() ?? 0) + gapX
    let upper = cycle.count == 2 ? 2 : (cycle.count + 1) / 2
    for (position, node) in cycle.enumerated() {
      if position < upper {
        places[node].x = position * pitch
      } else {
        // From right to left, centred where the lower row is the shorter one.
        let inset = (2 * upper - cycle.count) * pitch / 2
        places[node].x = (cycle.count - 1 - position) * pitch + inset
        places[node].y = 2 * GraphLayout.gapY
      }
    }
  }

  /// Nodes that lead to a circle to its left; all others in columns, below the circle where there is one.
  private mutating func placeColumns(_ graph: WaitGraph, beside circle: Set<Int>) {
    let before = distances(to: circle, in: graph)
    let left = graph.nodes.indices.filter { !circle.contains($0) && before[$0] != nil }
    let deepest = left.compactMap { before[$0] }.max() ?? 0
    var edge = -gapX - (circle.map { places[$0].width / 2 - places[$0].x }.max() ?? 0)
    for depth in stride(from: 1, through: deepest, by: 1) {
      let column = left.filter { before[$0] == depth }
      let width = column.map { places[$0].width }.max() ?? 0
      place(column, x: edge - width / 2, around: circle.isEmpty ? 0 : GraphLayout.gapY)
      edge -= width + gapX
    }
    let rest = graph.nodes.indices.filter { !circle.contains($0) && before[$0] == nil }
    let columns = levels(of: rest, in: graph)
    let start = circle.isEmpty ? 0 : 4 * GraphLayout.gapY
    var x = 0
    for level in 0...(columns.values.max() ?? 0) {
      let column = inOrder(rest.filter { columns[$0] == level }, graph)
      if column.isEmpty { continue }
      let width = column.map { places[$0].width }.max() ?? 0
      place(column, x: x + width / 2, around: start)
      x += width + gapX
    }
  }

  /// From top to bottom as those who lead to them are, so that few arrows cross.
  private func inOrder(_ column: [Int], _ graph: WaitGraph) -> [Int] {
    let heights = column.map { node -> Int in
      let before = graph.edges.filter { $0.to == node && $0.from != node }.map { places[$0.from].y }
      return before.isEmpty ? places[node].y : before.reduce(0, +) / before.count
    }
    return column.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }.map { column[$0] }
  }

  private mutating func place(_ column: [Int], x: Int, around middle: Int) {
    for (row, node) in column.enumerated() {
      places[node].x = x
      places[node].y = middle + (2 * row - column.count + 1) * GraphLayout.gapY / 2
    }
  }

  /// How many arrows lead from a node to the circle; nil where none do.
  private func distances(to circle: Set<Int>, in graph: WaitGraph) -> [Int: Int] {
    var distance: [Int: Int] = [:]
    for node in circle { distance[node] = 0 }
    var hasChanged = !circle.isEmpty
    while hasChanged {
      hasChanged = false
      for edge in graph.edges {
        guard let target = distance[edge.to], distance[edge.from].map({ $0 > target + 1 }) ?? true else {
          continue
        }
        distance[edge.from] = target + 1
        hasChanged = true
      }
    }
    return distance
  }

  /// The longest way to a node from one that nothing leads to.
  private func levels(of nodes: [Int], in graph: WaitGraph) -> [Int: Int] {
    var level: [Int: Int] = [:]
    for node in nodes { level[node] = 0 }
    // As often as there are nodes is enough; a circle that is not drawn as one ends there too.
    for _ in nodes {
      for edge in graph.edges {
        guard let from = level[edge.from], let to = level[edge.to], to < from + 1 else { continue }
        level[edge.to] = min(from + 1, nodes.count)
      }
    }
    return level
  }

  private mutating func moveIntoView() {
    guard !places.isEmpty else { return }
    // Two-way arrows bend out beyond their nodes.
    let left = places.map { $0.x - $0.width / 2 }.min() ?? 0
    let top = places.map { $0.y - $0.height / 2 }.min() ?? 0
    for index in places.indices {
      places[index].x += GraphLayout.margin - left
      places[index].y += GraphLayout.margin - top
    }
    width = (places.map { $0.x + $0.width / 2 }.max() ?? 0) + GraphLayout.margin
    height = (places.map { $0.y + $0.height / 2 }.max() ?? 0) + GraphLayout.margin
  }
}
