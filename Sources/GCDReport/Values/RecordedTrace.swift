// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// The schedule that led to a finding, step by step: all of it, or its last part.
public struct RecordedTrace: Sendable, Equatable {
  /// One step, and the block that it is about.
  public struct Step: Sendable, Equatable {
    public var line: StepLine
    /// Tells the blocks of a schedule apart: equal where a block is submitted, where it starts and where it
    /// ends; nil where a step is about none.
    public var block: Int?
    /// The lock that a wait for a condition gives back; nil for any other step.
    public var lock: ObjectName?

    package init(_ line: StepLine, block: Int? = nil, lock: ObjectName? = nil) {
      self.line = line
      self.block = block
      self.lock = lock
    }
  }

  /// One change of a group's, a semaphore's or a suspension count.
  public struct Change: Sendable, Equatable {
    /// The step that made it.
    public var step: StepIndex
    public var object: ObjectName
    /// What counts: `enter`, `leave`, `suspend`, `resume`, `activate`, `signal` or `wait`.
    public var operation: OperationKind
    public var before: Int
    public var after: Int

    package init(
      step: StepIndex, _ object: ObjectName, _ operation: OperationKind, _ before: Int, to after: Int
    ) {
      self.step = step
      self.object = object
      self.operation = operation
      self.before = before
      self.after = after
    }
  }

  /// In order, without a gap.
  public var steps: [Step]
  /// In order; those before the first step are there as well.
  public var changes: [Change]
  /// Steps of the whole schedule.
  public var total: Int
  /// What held before the first step; nil where that is not known, or is the start of the schedule.
  public var opening: StateSnapshot?
  /// Steps that another participant made although the one of the step before could have continued, in order;
  /// nil where nothing wrote them down.
  public var overtaking: [StepIndex]?

  package init(_ steps: [Step], changes: [Change] = [], of total: Int) {
    self.steps = steps
    self.changes = changes
    self.total = total
  }

  /// The schedule is here from its first step on.
  public var isWhole: Bool { steps.first.map { $0.line.index == 0 } ?? (total == 0) }
}
