// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// The execution of a program that was made last, and what its process has reported of it.
struct OpenExecution {
  /// Nil when it ended without a word.
  var outcome: RemoteExecution?
  var result = ExecutionResult.cut(steps: 0)
  /// As waitpid gives it.
  var status: Int32 = 0
  var request: ExecutionRequest?
  /// Takes what it has printed; nil where that was not recorded.
  var output: ScheduleOutput?
  var isOpen = false
  /// Its process may be a copy of one that had come to its first choice.
  var isShared = false

  init() {}

  init(_ completed: ForkServerProcess.Completed, _ request: ExecutionRequest, _ output: ScheduleOutput?) {
    outcome = completed.outcome
    status = completed.status
    self.request = request
    self.output = output
    isOpen = true
    result = completed.outcome?.result ?? .vanished(status: completed.status)
  }
}

extension ExecutionResult {
  /// Of a process that died without a word: it has a trace too, which is not known.
  static func vanished(status: Int32) -> ExecutionResult {
    let hash = UInt64(UInt32(bitPattern: status))
    var result = ExecutionResult(
      end: ExecutionEnd(.vanished, Int(status)), steps: 0, choicePoints: 0, traceHash: hash)
    result.fingerprint = hash | 1 << 62
    result.signature = result.fingerprint!
    result.traits = .isOnce
    return result
  }
}

/// What can be asked of the open execution.
extension ForkServerExecutor {
  package var token: ScheduleToken? { last.outcome?.token }

  package var profile: ExecutionProfile { last.outcome?.profile ?? ExecutionProfile() }
  package var sample: CoverageSample? { last.outcome?.sample }
  package var patterns: [DeadlockPattern] { last.outcome?.patterns ?? [] }
  package var notes: [SummaryNote] { [] }
  package var output: [String] { [] }
  package var trail: ShrinkingTrail? { last.outcome?.trail }
  package var record: RecordedExecution {
    var run = RecordedExecution(last.result)
    run.printed = last.output.map { PrintedRun(output: $0.text, trace: last.outcome?.trace ?? []) }
    return run
  }
  package var trace: [StepLine] { last.outcome?.trace ?? [] }
  package var divergence: String? { last.outcome?.divergence }
  package func saved(relativeTo root: String) -> SavedExecution? { last.outcome?.saved }
  package var matched: MatchedDeviations { last.outcome?.matched ?? MatchedDeviations() }

  /// Its process has done so.
  package func stopForDebugger(_ finding: Finding) {}
}
#endif
