// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
/// A program of two to four tasks that call one to three actors, drawn from a seed.
///
/// Every task, the main one last, makes its calls one after the other. What it shows is the text that is left
/// in each actor.
struct AsyncProgram: Sendable {
  enum Call: Sendable {
    /// Adds a word to an actor's text.
    case add(actor: Int)
    /// Adds a word, calls another actor in between, adds it again.
    case across(actor: Int, other: Int)
    case yield
    /// Adds a word that tells whether the task has been cancelled.
    case check(actor: Int)
    /// Cancels an earlier task.
    case cancel(task: Int)
    /// Waits on the actor for an earlier task, with a word before and one after.
    case join(actor: Int, task: Int)
    /// Makes a child on the actor that adds a word to another actor's text, and waits for it there: a word
    /// before it is made, one after that, one when it has ended, and one when its group has.
    case fork(actor: Int, other: Int, inGroup: Bool)
    /// Waits until the gate is open; its cancellation opens it.
    case wait
    case open
    /// Waits for the mail, in an actor that keeps the continuation.
    case receive
    case send
    /// Gives the stream two words.
    case feed
    /// Adds so many words of the stream to an actor's text, on the actor, after one of its own.
    case drain(actor: Int, words: Int)
  }

  let seed: UInt64
  /// The main task's are the last.
  let tasks: [[Call]]
  let actorCount: Int
  /// The tasks are children of one group, else detached ones.
  let isGroup: Bool

  init(seed: UInt64) {
    var random = Random(state: seed)
    let actorCount = 1 + random.draw(3)
    let meeting = random.draw(5)
    let usesStream = meeting == 2
    let isGroup = !usesStream && random.draw(3) == 0
    // All streams and groups are one place to a search, which makes their uses in all orders.
    let taskCount = 2 + random.draw(isGroup || usesStream ? 2 : 3)
    var callsLeft = usesStream ? 1 + random.draw(2) : 3 + random.draw(isGroup ? 2 : 3)
    var tasks: [[Call]] = []
    for task in 0..<taskCount {
      let isMain = task == taskCount - 1
      let count = min(callsLeft, isMain ? random.draw(2) : 1 + random.draw(2))
      callsLeft -= count
      tasks.append(
        (0..<count).map { _ in
          AsyncProgram.call(of: task, among: actorCount, isGroup: isGroup, &random)
        })
    }
    // Who waits comes after the one that it waits for, so that no two wait for each other.
    let waiter = 1 + random.draw(taskCount - 1)
    let other = random.draw(waiter)
    func insert(_ call: Call, in task: Int) {
      tasks[task].insert(call, at: random.draw(tasks[task].count + 1))
    }
    switch meeting {
    case 0:
      insert(.wait, in: waiter)
      insert(.open, in: other)
    case 1:
      insert(.receive, in: waiter)
      insert(.send, in: other)
    case 2:
      let isFedTwice = tasks.joined().count < 2
      insert(.feed, in: other)
      if isFedTwice { insert(.feed, in: random.draw(waiter)) }
      insert(.drain(actor: random.draw(actorCount), words: isFedTwice ? 4 : 2), in: waiter)
    default: break
    }
    self.seed = seed
    self.tasks = tasks
    self.actorCount = actorCount
    self.isGroup = isGroup
  }

  private static func call(
    of task: Int, among actors: Int, isGroup: Bool, _ random: inout Random
  ) -> Call {
    let actor = random.draw(actors)
    let drawn = random.draw(10)
    if task > 0, !isGroup, (4...6).contains(drawn) {
      let other = random.draw(task)
      return drawn == 6 ? .join(actor: actor, task: other) : .cancel(task: other)
    }
    switch drawn {
    case 0, 1: return actors == 1 ? .add(actor: 0) : .across(actor: actor, other: (actor + 1) % actors)
    case 2: return .yield
    case 3: return .check(actor: actor)
    case 9: return .fork(actor: actor, other: (actor + 1) % actors, inGroup: random.draw(2) == 0)
    default: return .add(actor: actor)
    }
  }

  /// The word of a call.
  static func word(_ task: Int, _ index: Int) -> String { "\(task)\(index)" }

  private struct Random {
    var state: UInt64
    mutating func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }
}
#endif
