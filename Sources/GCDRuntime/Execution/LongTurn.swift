// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// How long one task may continue while others could.
struct LongTurn {
  /// The number of steps at which it is looked at next whether a turn is over.
  var nextPoll = LongTurn.stepsPerPoll
  /// Steps of one task, without one of any other, that make a turn.
  private(set) var length = LongTurn.longest
  /// Turns that were ended.
  private var ended = 0
  /// The number of steps at the end of the last one.
  private var lastEnd = 0
  /// Looks at single steps that are left to find one at which another task can continue.
  private var closePolls = LongTurn.mostClosePolls

  private static let longest = 10_000
  private static let shortest = 100
  private static let stepsPerPoll = 1_000
  private static let mostClosePolls = 64

  /// A turn was ended after `count` steps of the run.
  ///
  /// Where turns end soon after one another, a task goes round that waits for another one: turns get shorter,
  /// so that the other has many. They also differ in length: a loop would always be at the same place of its
  /// round, and could have the same lock each time.
  mutating func end(at count: Int) {
    ended &+= 1
    let isSpinning = count - lastEnd <= 2 * LongTurn.longest && ended > 1
    let base = isSpinning ? max(LongTurn.shortest, length / 2) : LongTurn.longest / 2
    length = base &+ ended &* 37 % 31
    lastEnd = count
    pollLater(than: count)
  }

  /// The turn is over, but no other task can continue: perhaps at the next step, when a lock has been let go.
  mutating func pollClosely(after count: Int) {
    if closePolls == 0 { return pollLater(than: count) }
    closePolls &-= 1
    nextPoll = count &+ 1
  }

  mutating func pollLater(than count: Int) {
    closePolls = min(LongTurn.mostClosePolls, length / 2)
    nextPoll = count &+ min(length, LongTurn.stepsPerPoll)
  }
}

extension LivelockWatch {
  /// Lets others continue where one task has made all of the last steps, as if it had yielded.
  ///
  /// Neither the baseline order nor one of priorities ever leaves a task that can continue, and a loop that
  /// waits for another task by doing something (a busy handler that signals a semaphore each time, a look at
  /// a flag under a lock) never ends then. On a real machine the other task has a processor of its own.
  func endLongTurn() {
    let count = engine.pointee.trace.count
    let task = engine.pointee.current
    guard task != .none, isInLongTurn(task, count) else {
      return engine.pointee.progress.longTurn.pollLater(than: count)
    }
    guard engine.pointee.world.core.enabled.count > 1 else {
      return engine.pointee.progress.longTurn.pollClosely(after: count)
    }
    engine.pointee.progress.longTurn.end(at: count)
    engine.noteYield(of: task)
    engine.pointee.world.postpone(task)
    engine.pointee.current = .none
  }

  private func isInLongTurn(_ task: TaskID, _ count: Int) -> Bool {
    let length = engine.pointee.progress.longTurn.length
    if count - engine.pointee.trace.first < length { return false }
    for index in count - length..<count where engine.pointee.trace.steps[index].task != task { return false }
    return true
  }
}
#endif
