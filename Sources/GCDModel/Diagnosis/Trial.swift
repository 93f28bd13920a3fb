// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a stuck task did when the end of its wait was supposed (`World.supposeEnd`) in a copy of the run.
public struct Trial: Sendable, Hashable {
  /// What the copy says about the task.
  public enum Clarity: UInt8, Sendable, CaseIterable {
    /// It continued, and all that it did was seen.
    case clear
    /// It looked at what it waits for and waited again: what it does when that has come was not seen.
    case waitsAgain
    /// Nothing: the end could not be supposed, or the code failed on a state that it relies on.
    case unclear
  }

  public var task: TaskID
  public var clarity: Clarity
  /// The stuck tasks whose waits it would have ended, or come closer to their end; itself, where it would
  /// have given more of what it waits for than it was given.
  public var helped: [TaskID]
  /// Those whose waits other stuck tasks would have ended that continued when it did.
  public var led: [TaskID]
  /// It was there before what these tasks wait for, and has never used it: what it does about their waits was
  /// not seen, and is not likely.
  public var unlikely: [TaskID]
  /// It came to its end, whatever came of the copy then: all that it did itself was seen.
  public var hasEnded: Bool
  /// A loop that polls came to its end when it continued.
  public var endsPolls: Bool

  public init(
    task: TaskID, clarity: Clarity, helped: [TaskID], led: [TaskID] = [], unlikely: [TaskID] = [],
    hasEnded: Bool = false, endsPolls: Bool = false
  ) {
    self.task = task
    self.clarity = clarity
    self.helped = helped
    self.led = led
    self.unlikely = unlikely
    self.hasEnded = hasEnded
    self.endsPolls = endsPolls
  }
}

extension [Trial] {
  /// Whether the task that took a semaphore did not signal it when it was continued: such a semaphore works
  /// as no lock, or is not given back.
  public func refute(_ edge: WaitEdge) -> Bool {
    guard edge.kind == .semaphore, edge.holder != .none else { return false }
    return contains {
      $0.task == edge.holder && ($0.clarity == .clear || $0.hasEnded) && !$0.helped.contains(edge.waiter)
    }
  }

  /// The edge, to no particular task where its holder would not end the wait.
  public func corrected(_ edge: WaitEdge) -> WaitEdge {
    var edge = edge
    if refute(edge) { edge.holder = .none }
    return edge
  }
}

/// What the activation of an object that the program has left inactive, or its resumption, did in a copy of
/// the run.
public struct Opening: Sendable, Hashable {
  public var object: ObjectID
  /// The stuck tasks whose waits that would have ended, or brought closer to their end.
  public var helped: [TaskID]

  public init(object: ObjectID, helped: [TaskID]) {
    self.object = object
    self.helped = helped
  }
}
