// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule

/// A worker process: explores one scenario after the other, or helps those that do, as it is asked.
struct ScenarioWorker {
  let scenarios: [SelectedScenario]
  let options: ScenarioOptions
  let begun: [Int: ExplorationCheckpoint]

  /// Returns when there is no more to do, or nothing to do it for.
  func work(_ channel: LineChannel) {
    let tool = ToolConnection(channel)
    while let order = tool.receive() {
      switch order.message {
      case .explore(let scenario, let nanoseconds):
        guard tool.send(explore(scenario, nanoseconds, tool)) else { return }
      case .help(let scenario): help(scenario, tool)
      case .run, .job, .helpers, .ran, .worked: continue  // meant for what is over
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
      let report = try SubjectReport(scenarios[scenario], options, lead: helped.lead) { made in
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
    let worker = HelpingWorker(scenario, options.exploration(of: scenarios[scenario].scenario), tool)
    // Where no run is possible, who explores finds that out as well and says so.
    try? scenarios[scenario].scenario.work(options, next: worker.next, send: worker.take)
  }
}

/// What a helper has in hand.
private final class HelpingWorker {
  private let options: ExplorationOptions
  private let tool: ToolConnection
  private let scenario: Int
  private var made: [RemoteExecution] = []
  private var job: SearchedPart.Builder?
  /// What came of the job, where it was worked off to its end.
  private var part: String?
  /// What came of what was asked for last.
  private var answer: WorkerReply?

  init(_ scenario: Int, _ options: ExplorationOptions, _ tool: ToolConnection) {
    self.scenario = scenario
    self.options = options
    self.tool = tool
  }

  func next() -> WorkOrder? {
    if var answer {
      let freight = job == nil ? RemoteExecution.text(made) : part
      made.removeAll(keepingCapacity: true)
      job = nil
      part = nil
      answer.isDone = true
      guard tool.send(answer, freight) else { return nil }
    }
    guard let order = tool.receive() else { return nil }
    answer = WorkerReply(scenario: scenario)
    switch order.message {
    case .run(let range) where range.from <= range.to: return .schedules(range.numbers(of: options))
    case .job:
      guard let text = order.freight, let job = SearchJob(text: text) else { return .schedules([]) }
      self.job = SearchedPart.Builder(job)
      return .job(job)
    case .run, .explore, .help, .helpers, .ran, .worked:
      tool.putBack(order)
      return nil
    }
  }

  func take(_ done: WorkDone) {
    switch done {
    case .schedule(let execution): made.append(execution)
    case .run(let execution, let search): job?.add(execution, search)
    case .job(let search?): part = job?.part(search).text
    case .job(nil): break
    }
  }
}
#endif
