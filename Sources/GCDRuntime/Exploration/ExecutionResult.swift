// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// How an execution ended.
package struct ExecutionEnd: Sendable, Codable, Equatable {
  package enum Kind: UInt8, Sendable, Codable {
    /// By itself, as it should.
    case finished
    /// Nothing is left to do, and the program waits for more, as in `dispatchMain()`.
    case idle
    /// It can never continue: a deadlock, or a misuse for which libdispatch ends the process.
    case dead
    case stepLimit
    /// The process ended itself with a status that is a failure, or by a signal.
    case failed
    /// No step for a long time.
    case stalled
    /// The process is gone without a word.
    case vanished
    /// Time or the user ended it, or nothing can be executed any more.
    case cut
  }

  package var kind: Kind
  /// What sets it apart from other ends of its kind: a status, a signal.
  package var detail: Int

  package init(_ kind: Kind, _ detail: Int = 0) {
    self.kind = kind
    self.detail = detail
  }

  /// It came to its end, so that what it left behind says something.
  package var isFinished: Bool { kind == .finished || kind == .idle }
  package var isCut: Bool { kind == .cut }
}

/// What came of one execution; plain numbers, so that one in which nothing is wrong allocates nothing.
package struct ExecutionResult: Sendable, Codable {
  package struct Traits: OptionSet, Sendable, Codable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// An event from outside the process had a part in it: another run of it may take another trace.
    package static let sawOutsideEvent = Traits(rawValue: 1)
    /// What it shows cannot be seen again: a thread outside the run took part, or no code knows its trace.
    package static let isOnce = Traits(rawValue: 2)
    /// Only the order of steps decided what happened.
    package static let isReproducibleBySchedule = Traits(rawValue: 4)
    /// The clock may take part in the choices of other schedules.
    package static let mayDifferByTime = Traits(rawValue: 8)
    /// Blocks were left over for which there was no worker.
    package static let isStarved = Traits(rawValue: 16)
    /// It reached the limit of steps although it got on.
    package static let isProgressing = Traits(rawValue: 32)
    /// All tasks of the pattern that it was led to have been at their places at once.
    package static let wasDirectionMet = Traits(rawValue: 64)
    /// It changed objects that were made outside.
    package static let changedExternalObjects = Traits(rawValue: 128)
    /// Jobs of Swift tasks were left over for which the cooperative pool had no thread.
    package static let hasStarvedSwiftTasks = Traits(rawValue: 256)
    /// It enabled tasks that may continue before the code behind in other schedules.
    package static let mayPause = Traits(rawValue: 512)
    /// It took locks by no step while other tasks could continue, so that other orders of steps do not have
    /// all orders of these.
    package static let hasUnseenLocks = Traits(rawValue: 1_024)
  }

  package var end: ExecutionEnd
  package var steps: Int
  /// Points with at least two candidates.
  package var choicePoints: Int
  /// Those before the part that a run without end has repeated; nil for others, and for short ones.
  package var choicesAtHalf: Int?
  package var traceHash: UInt64
  /// Equal for executions that went wrong in the same way; nil where nothing looks wrong.
  package var fingerprint: UInt64?
  /// Equal for executions that show one defect, whatever numbers their messages tell.
  package var signature: UInt64 = 0
  package var demand = PoolDemand()
  package var traits: Traits = []

  package init(end: ExecutionEnd, steps: Int, choicePoints: Int, traceHash: UInt64) {
    self.end = end
    self.steps = steps
    self.choicePoints = choicePoints
    self.traceHash = traceHash
  }

  /// Of an execution that was cut before it made a step, or could not be made at all.
  package static func cut(steps: Int) -> ExecutionResult {
    ExecutionResult(end: ExecutionEnd(.cut), steps: steps, choicePoints: 0, traceHash: 0)
  }

  func has(_ trait: Traits) -> Bool { traits.rawValue & trait.rawValue != 0 }
}
