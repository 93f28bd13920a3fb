// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

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
#endif
