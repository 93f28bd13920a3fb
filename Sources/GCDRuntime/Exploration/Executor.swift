// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Executes schedules, one at a time, for an exploration: in this process, in worker processes, or in
/// processes of a program.
///
/// The execution that was made last stays open until the next one, or until it is closed: only so long can
/// more be asked of it than its result.
package protocol Executor: AnyObject {
  /// What sets this executor apart.
  var traits: ExecutorTraits { get }
  /// The requests for schedules by their numbers, which may be executed ahead of their turn.
  ///
  /// Set when the first schedule has been measured, and again when a measured exploration is taken up.
  var numbered: NumberedRequests { get set }
  /// The search that `searched` requests belong to.
  var search: OpenSearch? { get set }
  /// Asked now and then while an execution takes long; false = it is cut.
  var progressPoll: ((_ isLate: Bool) -> Bool)? { get set }

  /// From now on executions that may be cut have so long.
  func startClock(_ limit: Duration?)
  var isOutOfTime: Bool { get }
  /// The user wants to stop, or nothing can be executed any more.
  var isStopped: Bool { get }

  /// Executes a schedule; a result that is cut counts for nothing.
  func execute(_ request: ExecutionRequest) -> ExecutionResult
  /// What was made ahead of its turn of the job of a search that is taken in next; nil = nothing was.
  func part(of split: SplitSearch) -> SearchedPart?
  /// An execution of such a job counts now.
  func count(_ execution: RemoteExecution)
  /// Executes a schedule that looks wrong once more while nothing else is executed; nil where nothing else
  /// was.
  ///
  /// Where it does not look wrong then, schedules are executed one at a time from there on.
  func executeAlone(_ request: ExecutionRequest) -> ExecutionResult?
  /// More can be asked of the open execution than its result and its sample: otherwise a worker has executed
  /// it, and a request for a token too is executed here.
  var hasDetails: Bool { get }
  /// Takes away what the open execution has left; true if that leaves something in this process for good.
  func close() -> Bool
  /// The exploration is over.
  func end()
  /// What of the runtime could not be controlled.
  var unknownParts: [RuntimePart] { get }

  // MARK: Of the open execution

  /// Nil where it was not asked for and nothing looked wrong.
  var token: ScheduleToken? { get }
  var profile: ExecutionProfile { get }
  /// Nil where not all of its steps were kept.
  var sample: CoverageSample? { get }
  var patterns: [DeadlockPattern] { get }
  /// The objects from outside that it has left changed.
  var notes: [SummaryNote] { get }
  /// Lines that a scenario has printed.
  var output: [String] { get }
  /// Of an attempt to make a schedule smaller.
  var trail: ShrinkingTrail? { get }
  /// What is compared with the run that repeats it.
  var record: RecordedExecution { get }
  /// Each step in words.
  var trace: [StepLine] { get }
  /// Why it did not follow its token.
  var divergence: String? { get }
  /// What a regression file keeps of it, with paths relative to `root`.
  func saved(relativeTo root: String) -> SavedExecution?
  /// Of the orders that were asked for.
  var matched: MatchedDeviations { get }

  /// Everything that is wrong with it.
  ///
  /// - Parameter first: the run that it repeats.
  func findings(_ context: FindingOrigin, neededWorkers: Int, after first: RecordedExecution?) -> [Finding]
  /// A finding with more about it from what its execution printed.
  func addingFrameworkMessage(_ finding: Finding, _ printed: PrintedRun?) -> Finding
  /// That it does not come to an end; nil where that is not so.
  func livelock(_ context: FindingOrigin) -> Finding?
  /// That it depends on a thread which an earlier execution has left; nil where it does not.
  func dependence(_ context: FindingOrigin) -> Finding?
  /// That two runs of one schedule, of which the second is open, took different traces.
  func divergence(_ first: RecordedExecution, _ second: RecordedExecution, _ context: FindingOrigin)
    -> Finding
  /// Lets a debugger see it, where one waits for that.
  func stopForDebugger(_ finding: Finding)
}
#endif
