// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule
import GCDVocabulary

/// The parts of an execution that outlive it: compared with the one that repeats it.
package struct RecordedExecution {
  var hash: UInt64
  var end: ExecutionEnd
  var choicePoints: Int
  /// The choice behind which a run without end is repeated in a fair order: the loop must be there without
  /// those behind it, and what led to it needs those before.
  var fairAfter: Int
  /// How many steps it made.
  var steps: Int
  /// Each of them, in an executor whose executions share a process.
  var records: [StepRecord] = []
  var races: [RecordedRace] = []
  /// What it printed, where that was recorded.
  package var printed: PrintedRun?

  package init(_ result: ExecutionResult) {
    hash = result.traceHash
    end = result.end
    choicePoints = result.choicePoints
    fairAfter = result.choicesAtHalf ?? result.choicePoints / 2
    steps = result.steps
  }

  init(_ result: ExecutionResult, _ engine: Engine) {
    self.init(result)
    let trace = engine.pointee.trace
    records = Array(UnsafeBufferPointer(start: trace.steps, count: trace.count))
    races = engine.races
  }
}

/// What a program printed in an execution, and did.
package struct PrintedRun: Sendable {
  package var output: String
  /// Every step; empty where they were not written down.
  package var trace: [StepLine]

  package init(output: String, trace: [StepLine] = []) {
    self.output = output
    self.trace = trace
  }
}
#endif
