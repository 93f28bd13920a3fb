// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which stuck task needs which: what the causes of a standstill are read from (Design.md "Dead sets").
///
/// An arrow is certain where its end alone could end the wait, or would have in a copy of the run; else it is
/// a guess. Guesses make others consequences. One closes a cycle only where all the rest of it is certain and
/// nothing was seen of its end (`cycle(closedByAGuessOf:among:)`).
struct BlameGraph {
  struct Arrow {
    /// The holder is the end of the arrow.
    var edge: WaitEdge
    var isCertain: Bool
  }

  /// By the index of the task that waits.
  private(set) var arrows: [Int: [Arrow]] = [:]

  mutating func add(_ edge: WaitEdge, isCertain: Bool) {
    arrows[Int(edge.waiter.rawValue), default: []].append(Arrow(edge: edge, isCertain: isCertain))
  }

  func certainEdges(_ task: Int) -> [WaitEdge] {
    (arrows[task] ?? []).filter(\.isCertain).map(\.edge)
  }

  /// The causes of what holds up the given tasks: each is a cycle, or one task that needs no other.
  func causes(of tasks: [Int]) -> [[Int]] {
    let sinks = components(of: tasks).filter { component in
      component.allSatisfy { task in
        certainEdges(task).allSatisfy { component.contains(Int($0.holder.rawValue)) }
      }
    }
    let mayNeed = sinks.map { component in
      reachable(from: component.flatMap(guesses))
    }
    return sinks.indices.filter { index in
      // What may need another cause, which does not need it in turn, is a consequence of that one.
      !sinks.indices.contains { other in
        other != index && sinks[other].contains(where: mayNeed[index].contains)
          && !sinks[index].contains(where: mayNeed[other].contains)
      }
    }.map { sinks[$0] }
  }

  private func guesses(_ task: Int) -> [Int] { guessedEdges(task).map { Int($0.holder.rawValue) } }

  func guessedEdges(_ task: Int) -> [WaitEdge] {
    (arrows[task] ?? []).filter { !$0.isCertain }.map(\.edge)
  }

  /// A task without a certain waker, and those that certainly need it and may be its wakers: the shortest
  /// cycle that one guess closes.
  func cycle(closedByAGuessOf task: Int, among unknown: Set<TaskID>) -> [WaitEdge]? {
    shortestCycle(through: task) { other in
      other == task
        ? guessedEdges(other).filter { unknown.contains($0.holder) } : certainEdges(other)
    }
  }

  /// What arrows of both kinds lead to, with the start.
  private func reachable(from start: [Int]) -> Set<Int> {
    var seen = Set(start)
    var rest = Array(seen)
    while let task = rest.popLast() {
      for arrow in arrows[task] ?? [] {
        let next = Int(arrow.edge.holder.rawValue)
        if seen.insert(next).inserted { rest.append(next) }
      }
    }
    return seen
  }

  /// The strongly connected components, by certain arrows, of all that can be reached from the given tasks:
  /// in the order of their first tasks (Tarjan 1972, without recursion: queues are long).
  private func components(of tasks: [Int]) -> [[Int]] {
    let nodes = reachable(from: tasks).sorted()
    var order: [Int: Int] = [:]
    var low: [Int: Int] = [:]
    var open: [Int] = []
    var isOpen: Set<Int> = []
    var result: [[Int]] = []
    for root in nodes where order[root] == nil {
      var path: [(task: Int, edges: [WaitEdge], next: Int)] = []
      func visit(_ task: Int) {
        order[task] = order.count
        low[task] = order[task]
        open.append(task)
        isOpen.insert(task)
        path.append((task, certainEdges(task), 0))
      }
      visit(root)
      while let last = path.last {
        if last.next < last.edges.count {
          path[path.count - 1].next += 1
          let target = Int(last.edges[last.next].holder.rawValue)
          if let seen = order[target] {
            if isOpen.contains(target) { low[last.task] = min(low[last.task]!, seen) }
          } else {
            visit(target)
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { low[parent.task] = min(low[parent.task]!, low[last.task]!) }
        guard low[last.task] == order[last.task] else { continue }
        var component: [Int] = []
        while let task = open.popLast() {
          isOpen.remove(task)
          component.append(task)
          if task == last.task { break }
        }
        result.append(component.sorted())
      }
    }
    return result.sorted { $0[0] < $1[0] }
  }
}
