// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What came out of running a body under many schedules.
public struct Exploration: Sendable {
  /// Each distinct finding once, in the order in which they were made.
  public var findings: [Finding] = []
  /// How many schedules ran.
  public var schedulesRun = 0
  /// Runs next to the schedules that were led to a suspected deadlock.
  public var directedRuns = 0
  /// Different schedules among them, by their traces.
  public var distinctSchedules = 0
  /// What the schedules reached; nil where nothing looked.
  public var coverage: CoverageFigures?
  /// Every schedule that the body can have was run, up to the order of operations that commute.
  public var isExhaustive = false
  /// How far a search through all orders has come; nil where there was none, or it was given up.
  public var search: SearchExtent?
  /// Hash over the traces of all schedules in order: equal for equal seeds, in every process and build.
  public var traceHash: UInt64 = 0
  /// Points of the first schedule at which there was a choice; nil where that was not counted.
  public var choicePoints: Int?
  /// Executed scheduling points of all schedules.
  public var steps = 0
  /// Runs that ended with tasks that can never continue.
  public var abandonedExecutions = 0
  /// Runs that were made to make the schedules of findings smaller.
  public var shrinkingRuns = 0
  /// Why no further schedule ran.
  public var stopped = StopReason.completed
  /// The schedule that was running when time or the user ended the exploration; it counts as not run.
  public var cut: CutSchedule?
  /// What a reader should know next to the findings.
  public var notes: [SummaryNote] = []
  /// What scenario programs printed in the first schedule.
  public var output: [String] = []
  /// What a regression file keeps of the errors; empty where none is kept.
  package var saved: [SavedSchedule] = []
  /// What was done, number by number, where that is asked for.
  package var recordedTrace = ShardProgress()
  /// What it leaves to a corpus, where there is one.
  package var corpus: CorpusYield?
  /// Where time or the user has cut it, if that is asked for.
  package var checkpoint: CheckpointReference?
  /// A schedule that was to be replayed no longer fits the program: a clause with what was expected.
  public var divergence: String?
  /// Every step of a replayed schedule, in order; empty when exploring.
  public var trace: [StepLine] = []

  /// One that has not run anything.
  public init() {}

  /// Findings that fail a test.
  public var errors: [Finding] { findings.filter { $0.severity == .error } }
}
