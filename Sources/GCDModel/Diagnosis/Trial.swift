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
  /// The stuck tasks whose waits it would have ended, or come closer to their end.
  public var helped: [TaskID]
  /// It was there before what these tasks wait for, and has never used it: what it does about their waits was
  /// not seen, and is not likely.
  public var unlikely: [TaskID]

  public init(task: TaskID, clarity: Clarity, helped: [TaskID], unlikely: [TaskID] = []) {
    self.task = task
    self.clarity = clarity
    self.helped = helped
    self.unlikely = unlikely
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
