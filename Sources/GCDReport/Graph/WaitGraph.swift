// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The waits of one finding as a graph: who waits for what, and who would have to give it.
package struct WaitGraph: Sendable, Equatable {
  /// What a node represents.
  package enum Sort: String, Sendable {
    /// A thread, or what else runs code.
    case participant
    case queue
    /// Any other object that can be waited for.
    case object
    /// The place of a task that is not there.
    case nobody
  }

  package struct Node: Sendable, Equatable {
    package var type: Sort
    package var title: String
    /// A second line; often empty.
    package var detail: String
    package var isInCycle = false
  }

  /// What an arrow says.
  package enum Meaning: String, Sendable {
    /// A participant cannot continue without an object.
    case waits
    /// An object is in a participant's hands, or a participant would have to act on it.
    case needs
    /// A queue hands its blocks to another one.
    case targets
  }

  package struct Edge: Sendable, Equatable {
    /// Places in `nodes`.
    package var from: Int
    package var to: Int
    package var meaning: Meaning
    package var label: String
    /// File and line; empty where there is none.
    package var place: String
    package var isInCycle = false
  }

  package private(set) var nodes: [Node] = []
  package private(set) var edges: [Edge] = []
  /// Waits beyond the first ones.
  package private(set) var omitted = 0
  /// The waits were predicted from a run that did not hang, or are not sure for another reason.
  package let isPotential: Bool
  private var participants: [String: Int] = [:]
  private var objects: [ObjectName: Int] = [:]
  /// Waits that are shown at most.
  private static let mostWaits = 24

  package init(_ finding: Finding) {
    isPotential = finding.context.verdict == .potential
    add(finding)
    // Those whose waits are the finding are there, many of them perhaps as one.
    let waiters = Set(finding.kind.waits.map(\.waiter))
    let others = (finding.participants + finding.alsoStuck).filter { !waiters.contains($0.name) }
    for participant in others.prefix(WaitGraph.mostWaits) { add(stuck: participant) }
    markCycles()
  }

  package var isEmpty: Bool { edges.isEmpty }

  // MARK: Nodes and arrows

  mutating func participant(_ name: String) -> Int {
    if let known = participants[name] { return known }
    nodes.append(Node(type: .participant, title: name.onOneLine, detail: ""))
    participants[name] = nodes.count - 1
    return nodes.count - 1
  }

  mutating func object(_ object: ObjectName) -> Int {
    if object.type == .thread, let label = object.label { return participant(label) }
    if let known = objects[object] { return known }
    let title = object.compactWithNoun
    let made = object.created?.short ?? ""
    nodes.append(
      Node(
        type: object.type.isQueue ? .queue : .object, title: title,
        detail: title.contains(made) ? "" : "made at \(made)"))
    objects[object] = nodes.count - 1
    return nodes.count - 1
  }

  mutating func nobody(_ title: String) -> Int {
    if let known = nodes.firstIndex(where: { $0.type == .nobody && $0.title == title }) { return known }
    nodes.append(Node(type: .nobody, title: title, detail: ""))
    return nodes.count - 1
  }

  mutating func connect(
    _ from: Int, _ to: Int, _ meaning: Meaning, _ label: String, at place: CodeLocation? = nil
  ) {
    let edge = Edge(from: from, to: to, meaning: meaning, label: label, place: place?.short ?? "")
    if !edges.contains(edge) { edges.append(edge) }
  }

  mutating func describe(_ node: Int, _ detail: String) {
    if nodes[node].detail.isEmpty { nodes[node].detail = detail }
  }

  /// The first waits of a list; the others are counted.
  mutating func shown(_ waits: [WaitEdge]) -> ArraySlice<WaitEdge> {
    omitted += max(0, waits.count - WaitGraph.mostWaits)
    return waits.prefix(WaitGraph.mostWaits)
  }

  /// A task that waits next to the circle.
  private mutating func add(stuck participant: Participant) {
    guard case .blocked(let operation, let resource?) = participant.activity else { return }
    if let known = participants[participant.name],
      edges.contains(where: { $0.from == known && $0.meaning == .waits })
    {
      return
    }
    let waiter = self.participant(participant.name)
    connect(waiter, object(resource), .waits, operation.verb, at: participant.location)
    if let queue = participant.queue, objects[queue] != nil {
      connect(object(queue), waiter, .needs, "runs on")
    }
  }

  // MARK: Circles

  /// Arrows from which one comes back to their start.
  private mutating func markCycles() {
    var reached = nodes.indices.map { _ in Set<Int>() }
    for node in nodes.indices { reached[node] = reachable(from: node) }
    for index in edges.indices where reached[edges[index].to].contains(edges[index].from) {
      edges[index].isInCycle = true
      nodes[edges[index].from].isInCycle = true
      nodes[edges[index].to].isInCycle = true
    }
  }

  /// Itself included.
  private func reachable(from start: Int) -> Set<Int> {
    var seen: Set<Int> = [start]
    var open = [start]
    while let node = open.popLast() {
      for edge in edges where edge.from == node && seen.insert(edge.to).inserted { open.append(edge.to) }
    }
    return seen
  }

  /// The nodes of the first circle, in the order of its arrows; empty where there is none.
  package var cycle: [Int] {
    guard let first = edges.first(where: \.isInCycle) else { return [] }
    var path = [first.from]
    var node = first.to
    while !path.contains(node) {
      path.append(node)
      guard let next = edges.first(where: { $0.from == node && $0.isInCycle }) else { return [] }
      node = next.to
    }
    // The walk may have entered a circle that the first node leads to from outside of it.
    return Array(path.drop { $0 != node })
  }
}
