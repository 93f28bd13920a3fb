// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Probabilistic concurrency testing: the candidate of highest priority, with `depth - 1` changes.
///
/// Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of
/// Finding Bugs, ASPLOS 2010. A defect that needs `d` ordered steps is hit with probability at least 1 / (n ·
/// k^(d-1)) for n tasks and k choices. Deviations, all of them found in other tools as well: k counts only
/// points with two or more candidates; a new task gets a random rank; a change lowers the task that would
/// run next, so that no change is lost on a task that has just ended; a task that yields goes below all
/// others; one choice of each run is drawn without regard to priorities, or the few orders of a short
/// program come again and again; and after `fairAfter` choices the run continues as a random walk, since
/// strict priorities would let a polling task run forever.
struct PriorityStrategy {
  /// Choices after which the owner goes over to a random walk.
  static let fairAfter = 10_000

  /// Above `Strategy.largestDepth` and random at birth, 1 ..< depth after a change, negative after a yield.
  private var ranks = TaskTable()
  /// The next rank for a task that yields; falls.
  private var floor: Int64 = -1

  /// Where a change is due, and the rank that it gives.
  private var changes = DrawnPoints()

  func free() {
    ranks.free()
    changes.free()
  }

  /// Draws the changes of a run that is expected to make `length` choices.
  mutating func begin(depth: Int, length: Int, generator: inout SeededGenerator) {
    ranks.removeAll()
    floor = -1
    changes.draw(depth &- 1, length: length, generator: &generator)
  }

  /// The index of the candidate with the highest rank; `clockOddsMask` as for the random walk.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, point: Int, clockOddsMask: UInt64,
    generator: inout SeededGenerator
  ) -> Int {
    var best = highest(candidates, count, generator: &generator)
    while changes.isDue(point) {
      ranks.set(Int(candidates[best].rawValue), changes.take())
      best = highest(candidates, count, generator: &generator)
    }
    if clockIndex >= 0, generator.next() & clockOddsMask == 0 { return clockIndex }
    return best
  }

  /// Where `highest` saw the clock, or -1.
  private var clockIndex = -1

  /// The index of the candidate of highest rank that is not the clock; there always is one.
  ///
  /// Variables are outside of the loop because an unoptimised build clears each one where it is declared.
  private mutating func highest(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, generator: inout SeededGenerator
  ) -> Int {
    var best = 0
    var bestRank = Int64.min
    var index = 0
    var task = 0
    var rank: Int64 = 0
    clockIndex = -1
    while index < count {
      task = Int(candidates[index].rawValue)
      if task == 0 {
        clockIndex = index
      } else {
        rank = task < ranks.used ? ranks.numbers[task] : 0
        if rank == 0 { rank = rankAtBirth(task, generator: &generator) }
        if rank > bestRank {
          bestRank = rank
          best = index
        }
      }
      index &+= 1
    }
    return best
  }

  private mutating func rankAtBirth(_ task: Int, generator: inout SeededGenerator) -> Int64 {
    let rank = Int64(bitPattern: generator.next() &>> 1) | 1 &<< 32
    ranks.set(task, rank)
    return rank
  }

  /// Puts a task that yielded below all others.
  mutating func demote(_ task: TaskID) {
    ranks.set(Int(task.rawValue), floor)
    floor &-= 1
  }
}
