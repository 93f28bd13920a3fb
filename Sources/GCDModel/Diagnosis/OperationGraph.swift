// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Operations that have not finished, as those of Foundation: what each waits for when nothing can continue.
public struct OperationGraph: Sendable {
  /// How far an operation has come.
  public enum Stage: Sendable {
    /// It was given to no queue.
    case made
    /// A queue has it.
    case queued
    case started
  }

  /// One operation, by its place in the list of all.
  public struct Node: Sendable {
    public var stage: Stage
    /// Of the queue that has it; nil = none.
    public var queue: Int?
    public var isQueueSuspended: Bool
    /// The queue runs as many as it may at once.
    public var isQueueFull: Bool
    /// The operations that it depends on and that have not finished.
    public var dependencies: [Int]

    public init(
      _ stage: Stage, queue: Int? = nil, isQueueSuspended: Bool = false, isQueueFull: Bool = false,
      dependencies: [Int] = []
    ) {
      self.stage = stage
      self.queue = queue
      self.isQueueSuspended = isQueueSuspended
      self.isQueueFull = isQueueFull
      self.dependencies = dependencies
    }
  }

  /// Why operations cannot continue.
  public enum Cause: Hashable, Sendable {
    /// Each depends on the next one, and the last on the first.
    case circle([Int])
    /// Others depend on it, or it is awaited.
    case neverAdded(Int)
    case suspended(queue: Int)
    /// It has begun and is not over.
    case started(Int)
    /// It waits for nothing but its queue, which runs as many as it may at once.
    case queueFull(Int)
  }

  public var nodes: [Node]

  public init(_ nodes: [Node]) { self.nodes = nodes }

  /// What those that are awaited wait for in the end, in the order in which it is found; circles come first.
  ///
  /// - Parameter awaited: Nil = all that a queue has. What awaits none of them may need one that has not
  ///   started: those for which a queue has no room come before those that it runs.
  public func causes(of awaited: [Int]? = nil) -> [Cause] {
    let first = awaited ?? nodes.indices.filter { nodes[$0].stage != .made }
    var search = Search(nodes: nodes)
    if awaited == nil { for node in first where isHeldUpByOthers(node) { search.add(.queueFull(node)) } }
    for node in first { search.visit(node) }
    return search.causes.filter(\.isCircle) + search.causes.filter { !$0.isCircle }
  }

  /// The operations that the queue of one runs.
  public func running(inQueueOf node: Int) -> [Int] {
    nodes.indices.filter { nodes[$0].queue == nodes[node].queue && nodes[$0].stage == .started }
  }

  /// Whether one waits for nothing but room in its queue.
  public func isHeldUpByOthers(_ node: Int) -> Bool {
    nodes[node].stage == .queued && nodes[node].isQueueFull && nodes[node].dependencies.isEmpty
      && !nodes[node].isQueueSuspended
  }

  /// Depth first, each operation once.
  private struct Search {
    let nodes: [Node]
    var causes: [Cause] = []
    private var path: [Int] = []
    private var visited: Set<Int> = []

    init(nodes: [Node]) { self.nodes = nodes }

    mutating func visit(_ node: Int) {
      if let start = path.firstIndex(of: node) { return add(.circle(Array(path[start...]))) }
      guard visited.insert(node).inserted else { return }
      path.append(node)
      defer { path.removeLast() }
      switch nodes[node].stage {
      case .started: add(.started(node))
      case .made: add(.neverAdded(node))
      case .queued:
        for other in nodes[node].dependencies { visit(other) }
        if nodes[node].dependencies.isEmpty { visitQueue(of: node) }
      }
    }

    /// Nothing but its queue keeps it from starting: that is suspended, or has as many as it runs at once.
    private mutating func visitQueue(of node: Int) {
      guard let queue = nodes[node].queue else { return }
      if nodes[node].isQueueSuspended { return add(.suspended(queue: queue)) }
      for (other, facts) in nodes.enumerated() where facts.queue == queue && facts.stage == .started {
        visit(other)
      }
    }

    mutating func add(_ cause: Cause) {
      if !causes.contains(cause) { causes.append(cause) }
    }
  }
}

extension OperationGraph.Cause {
  public var isCircle: Bool {
    if case .circle = self { true } else { false }
  }
}
