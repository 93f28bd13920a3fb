// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// PCT with one priority for each chain of operations, where a serial queue is a chain.
///
/// Ozkan, Majumdar, Niksic, Tabaei Befrouei, Weissenbacher: Randomized Testing of Distributed Systems with
/// Probabilistic Guarantees, OOPSLA 2018 (PCTCP). With C chains and n operations a defect of depth d is hit
/// with probability at least 1 / (C · n^(d-1)). Deviation: blocks of a serial queue, and of all queues that
/// target it, are one chain by construction, so that there is nothing to partition; a block of a concurrent
/// queue is a chain of its own instead of joining one whose last operation comes before it, which makes more
/// chains than the paper's w².
struct ChainStrategy {
  /// As in `PriorityStrategy`; by chain: queues at odd places, tasks at even ones.
  private var ranks = TaskTable()
  private var floor: Int64 = -1
  private var changes = DrawnPoints()
  /// Tasks that yielded, until their next turn: below all chains, the first to yield first.
  private var yields = TaskTable()
  private var clockIndex = -1

  func free() {
    ranks.free()
    yields.free()
    changes.free()
  }

  mutating func begin(depth: Int, length: Int, generator: inout SeededGenerator) {
    ranks.removeAll()
    yields.removeAll()
    floor = -1
    changes.draw(depth &- 1, length: length, generator: &generator)
  }

  /// As `PriorityStrategy.next`.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, point: Int, view: TaskView, clockOddsMask: UInt64,
    generator: inout SeededGenerator
  ) -> Int {
    var best = highest(candidates, count, view, generator: &generator)
    while changes.isDue(point) {
      ranks.set(ChainStrategy.chain(candidates[best], view), changes.take())
      best = highest(candidates, count, view, generator: &generator)
    }
    if clockIndex >= 0, generator.next() & clockOddsMask == 0 { return clockIndex }
    yields.set(Int(candidates[best].rawValue), 0)
    return best
  }

  private mutating func highest(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, _ view: TaskView, generator: inout SeededGenerator
  ) -> Int {
    var best = 0
    var bestRank = Int64.min
    var index = 0
    clockIndex = -1
    while index < count {
      let task = candidates[index]
      if task == .clock {
        clockIndex = index
      } else {
        var rank = yields.value(Int(task.rawValue))
        if rank == 0 {
          let chain = ChainStrategy.chain(task, view)
          rank = ranks.value(chain)
          if rank == 0 {
            rank = Int64(bitPattern: generator.next() &>> 1) | 1 &<< 32
            ranks.set(chain, rank)
          }
        }
        if rank > bestRank {
          bestRank = rank
          best = index
        }
      }
      index &+= 1
    }
    return best
  }

  /// Where the chain of a task is in `ranks`.
  static func chain(_ task: TaskID, _ view: TaskView) -> Int {
    let queue = view.chain(of: task)
    if queue != 0 { return Int(queue & 0xff_ffff) &* 2 &+ 1 }
    return Int(task.rawValue) &* 2
  }

  mutating func demote(_ task: TaskID) {
    yields.set(Int(task.rawValue), floor)
    floor &-= 1
  }
}
