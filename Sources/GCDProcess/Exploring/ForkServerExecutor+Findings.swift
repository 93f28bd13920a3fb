// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// Findings of the open execution, which its process has made.
extension ForkServerExecutor {
  package func findings(
    _ context: FindingOrigin, neededWorkers: Int, after first: RecordedExecution?
  ) -> [Finding] {
    guard let outcome = last.outcome else { return [silentExit(context)] }
    return (outcome.findings ?? []).map { finding in
      var finding = finding
      finding.context.regression = context.regression
      return finding
    }
  }

  package func livelock(_ context: FindingOrigin) -> Finding? {
    guard last.result.end.kind == .stepLimit else { return nil }
    return findings(context, neededWorkers: 0, after: nil).first
  }

  /// No thread outlives its process.
  package func dependence(_ context: FindingOrigin) -> Finding? { nil }

  /// GCD901: executes the schedule twice more, to show the first step at which two runs of it part.
  package func divergence(_ first: RecordedExecution, _ second: RecordedExecution, _ context: FindingOrigin)
    -> Finding
  {
    let (first, second) = (traced(context), traced(context))
    let (expected, actual) = (first?.hashes ?? [], second?.hashes ?? [])
    let step =
      zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, actual.count)
    func line(_ outcome: RemoteExecution?) -> StepLine? {
      guard let trace = outcome?.trace, trace.indices.contains(step) else { return nil }
      return trace[step]
    }
    let evidence = GCDReport.Divergence(
      at: step, expected: line(first), actual: line(second), leak: .likely(line(first), line(second)))
    var finding = Finding(
      .notDeterministic(evidence), at: evidence.actual?.location ?? evidence.expected?.location,
      context: context)
    if let trace = second?.trace, !trace.isEmpty {
      finding.recordedTrace = RecordedTrace(
        trace.prefix(step + 1).suffix(200).map { RecordedTrace.Step($0) }, of: trace.count)
    }
    return finding
  }

  /// The open execution once more, with all its steps.
  private func traced(_ context: FindingOrigin) -> RemoteExecution? {
    guard var request = last.request else { return nil }
    request.records.insert(.trace)
    request.context = RequestContext(context)
    request.showsOutput = false
    return perform(request, nil)
  }

  /// GCD501 for a process that died without a word.
  private func silentExit(_ context: FindingOrigin) -> Finding {
    let signal = last.status & 0x7f
    let cause: TestFailure.Cause =
      signal != 0
      ? .signal(number: Int(signal), name: signalName(signal))
      : .status(code: Int(last.status >> 8 & 0xff))
    return Finding(.testFailed(TestFailure(cause, by: "main thread")), context: context)
  }

  /// Hands on what the program printed about a failure that nothing else can explain; where nothing wrote
  /// that down, the schedule is executed once more.
  package func addingFrameworkMessage(_ finding: Finding, _ printed: PrintedRun?) -> Finding {
    guard let wording, case .testFailed = finding.kind else { return finding }
    if let printed, !printed.output.isEmpty { return wording.addingFrameworkMessage(finding, printed) }
    guard let token = try? ScheduleToken(parsing: finding.context.token) else { return finding }
    var request = ExecutionRequest.replaying(token, .words)
    request.context = RequestContext(finding.context)
    let recorder = ScheduleOutput()
    let execution = perform(request, recorder)
    let again = PrintedRun(output: recorder?.text ?? "", trace: execution?.trace ?? [])
    return wording.addingFrameworkMessage(finding, again)
  }
}

/// Says more about a failure from what the program prints in its schedule, as a test framework does.
package struct FrameworkMessage {
  private let translate: (Finding, _ output: String, _ trace: [StepLine]) -> Finding

  /// - Parameter translate: puts what was printed, and done, into a finding.
  package init(_ translate: @escaping (Finding, _ output: String, _ trace: [StepLine]) -> Finding) {
    self.translate = translate
  }

  func addingFrameworkMessage(_ finding: Finding, _ printed: PrintedRun) -> Finding {
    translate(finding, printed.output, printed.trace)
  }
}
#endif
