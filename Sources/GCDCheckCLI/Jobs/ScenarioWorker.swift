// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess
import GCDReport
import GCDRuntime
import GCDScenario

/// A worker process: explores one scenario after the other, as it is told.
struct ScenarioWorker {
  let scenarios: [SelectedScenario]
  let options: ScenarioOptions
  let begun: [Int: BegunScenario]

  /// Returns when there is no more to do, or nobody to do it for.
  func work(_ channel: inout LineChannel) {
    while let line = channel.receive(), let order = try? JSONLine.decode(WorkerOrder.self, from: line) {
      guard channel.send(explore(order, channel)) else { return }
    }
  }

  private func explore(_ order: WorkerOrder, _ channel: LineChannel) -> WorkerAnswer {
    var options = options
    options.begun = begun[order.scenario]
    options.timeLimit = order.nanoseconds.map { .nanoseconds($0) }
    var answer = WorkerAnswer(scenario: order.scenario)
    var told = ContinuousClock.now
    do {
      let report = try ScenarioReport(
        scenarios[order.scenario], options, onFinding: { answer.findings += 1 },
        onSchedule: { schedules in
          answer.schedules = schedules
          // The clock is not looked at for each schedule: most take less time than that.
          if schedules & 63 == 0, .now - told >= .milliseconds(100) {
            told = .now
            _ = channel.send(answer)
          }
          return !Interruption.isRequested
        })
      answer.report = report
    } catch {
      answer.refusal = (error as? Refusal)?.message ?? String(describing: error)
    }
    return answer
  }
}
#endif
