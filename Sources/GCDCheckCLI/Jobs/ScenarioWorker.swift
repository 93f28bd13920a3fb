// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess
import GCDReport
import GCDRuntime
import GCDScenario

/// A worker process: explores one scenario after the other, or helps those that do, as it is asked.
struct ScenarioWorker {
  let scenarios: [SelectedScenario]
  let options: ScenarioOptions
  let begun: [Int: ExplorationCheckpoint]

  /// Returns when there is no more to do, or nothing to do it for.
  func work(_ channel: LineChannel) {
    let tool = ToolConnection(channel)
    while let order = tool.receive() {
      switch order {
      case .explore(let scenario, let nanoseconds):
        guard tool.send(explore(scenario, nanoseconds, tool)) else { return }
      case .help(let scenario): help(scenario, tool)
      case .run, .helpers, .ran: continue  // meant for what is over
      }
    }
  }

  private func explore(_ scenario: Int, _ nanoseconds: Int?, _ tool: ToolConnection) -> WorkerReply {
    var options = options
    options.begun = begun[scenario]
    options.timeLimit = nanoseconds.map { .nanoseconds($0) }
    var answer = WorkerReply(scenario: scenario)
    var glances = ProgressTicker(every: .milliseconds(100))
    let helped = DistributedExploration(
      of: scenario, options.exploration(of: scenarios[scenario].scenario), tool)
    do {
      let report = try SubjectReport(scenarios[scenario], options, ask: helped.execution) { made in
        answer.schedules = made.schedules
        answer.distinct = made.distinct
        answer.findings = made.findings
        if glances.isDue { _ = tool.send(answer) }
      }
      answer.report = report
    } catch {
      answer.refusal = (error as? CommandError)?.message ?? String(describing: error)
    }
    return answer
  }

  private func help(_ scenario: Int, _ tool: ToolConnection) {
    var made: [RemoteExecution] = []
    var answer = WorkerReply(scenario: scenario)
    var isFirst = true
    let asked = options.exploration(of: scenarios[scenario].scenario)
    func next() -> [Int]? {
      if !isFirst {
        answer.runs = RemoteExecution.text(made)
        made.removeAll(keepingCapacity: true)
        guard tool.send(answer) else { return nil }
      }
      isFirst = false
      guard let order = tool.receive() else { return nil }
      guard case .run(let range) = order, range.from <= range.to else {
        tool.putBack(order)
        return nil
      }
      return range.numbers(of: asked)
    }
    // Where no run is possible, who explores finds that out as well and says so.
    try? scenarios[scenario].scenario.work(options, next: next, send: { made.append($0) })
  }
}
#endif
