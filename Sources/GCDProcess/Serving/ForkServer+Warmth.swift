// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule

extension ForkServer {
  /// Does once what each fork would do for the first time in its process: the Swift runtime looks up
  /// conformances and makes metadata on first use, which takes longer than a short schedule.
  ///
  /// Nothing here depends on the requests: the heap of this process is that of all schedules.
  static func warmUp(_ options: ProgramOptions) {
    let records: ExecutionRequest.Records = [.token, .patterns, .sample, .profile]
    var execution = ExecutionRequest(.numbered(0), width: 0, records)
    execution.context = RequestContext(
      FindingOrigin(
        test: "", target: .process(command: [""]), schedule: 1, of: 1, strategy: "", seed: options.seed,
        token: "", directory: ""))
    let request = Request(id: 0, execution: execution, search: nil, output: nil)
    for request in [request] + others(request) {
      guard let text = try? JSONLine.encode(request) else { continue }
      LineChannel.line(text).withUnsafeBytes { _ = read(Request.self, from: $0) }
    }
    var contexts = ContextTexts()
    if let text = request.plainText(&contexts) {
      LineChannel.line(text).withUnsafeBytes { _ = Request(plain: $0) }
    }
    ProgramExecution.warmUp(execution, options) { outcome in
      var answer = Answer(id: 0, outcome: outcome)
      _ = try? JSONLine.encode(answer)
      answer.outcome?.profile = nil
      answer.outcome?.patterns = nil
      _ = answer.plainText.map { LineChannel.line($0) }
    }
  }

  /// Requests of the other frequent kinds.
  private static func others(_ request: Request) -> [Request] {
    var searched = request
    searched.execution.schedule = .searched(0)
    searched.search = ExhaustiveSearch()
    return [searched]
  }
}
#endif
