// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDScenario

/// Worker processes that run schedules of scenarios which others explore, when there are processors left.
///
/// They make an exploration shorter and change nothing in it, so it makes no difference when they begin, or
/// whether one of them is lost.
struct ScheduleWorkerPool {
  private struct Worker {
    var process: ForkedProcess
    var scenario: Int
    /// What it was asked for, oldest first.
    var asked: [Request] = []
  }

  private struct Request {
    var scenario: Int
    var work: Work
  }

  private enum Work {
    case range(ScheduleRange)
    /// By its number.
    case job(Int)

    /// What is reported to the one that explores; without an answer, it is lost.
    func outcome(_ freight: String?) -> WorkerLine<WorkerRequest> {
      switch self {
      case .range(let range): WorkerLine(.ran(range), freight)
      case .job(let number): WorkerLine(.worked(number), freight)
      }
    }
  }

  /// Tells something to the worker that explores a scenario.
  typealias Tell = (_ scenario: Int, _ order: WorkerLine<WorkerRequest>) -> Void

  private let worker: ScenarioWorker
  private let jobs: Int
  private var helpers: [Worker] = []
  /// Scenarios that are long enough to be helped, as those say who explore them.
  private var long: Set<Int> = []
  /// How many each exploration was asked for.
  private var told: [Int: Int] = [:]
  /// The system has no room for another process, or one was lost: those that are there continue.
  private var mayGrow = true

  init(_ worker: ScenarioWorker, jobs: Int) {
    self.worker = worker
    self.jobs = jobs
  }

  var descriptors: [Int32] { helpers.map(\.process.channel.descriptor) }

  /// Shares the helpers out to the scenarios that are in hand, when no other one waits.
  ///
  /// The one that explores with helpers runs hardly anything itself and takes no processor away, so one
  /// helper alone would be of no use.
  mutating func share(_ inHand: [Int], _ tell: Tell) {
    let long = inHand.filter(long.contains).sorted()
    for scenario in told.keys where !long.contains(scenario) { told[scenario] = nil }
    var spare = max(0, jobs - inHand.count)
    for (index, scenario) in long.enumerated() {
      let left = long.count - index
      let extra = (spare + left - 1) / left
      spare -= extra
      if extra > 0 { give(extra + 1, to: scenario, long, tell) }
    }
  }

  /// - Parameter others: the scenarios that are helped; helpers of any other one are free.
  private mutating func give(_ wanted: Int, to scenario: Int, _ others: [Int], _ tell: Tell) {
    while helpers.count(where: { $0.scenario == scenario }) < wanted {
      if let free = helpers.firstIndex(where: { !others.contains($0.scenario) }) {
        helpers[free].scenario = scenario
        _ = helpers[free].process.send(WorkerLine(WorkerRequest.help(scenario: scenario)))
      } else if mayGrow, let process = try? worker.start() {
        helpers.append(Worker(process: process, scenario: scenario))
        _ = process.send(WorkerLine(WorkerRequest.help(scenario: scenario)))
      } else {
        mayGrow = false
        break
      }
    }
    announce(scenario, tell)
  }

  private mutating func announce(_ scenario: Int, _ tell: Tell) {
    let count = helpers.count { $0.scenario == scenario }
    if told[scenario, default: 0] == count { return }
    told[scenario] = count
    tell(scenario, WorkerLine(.helpers(count)))
  }

  /// Notes that an exploration is long.
  mutating func note(long scenario: Int) { long.insert(scenario) }

  /// Gives schedules that an exploration wants to be run to one of its helpers.
  mutating func take(_ range: ScheduleRange, of scenario: Int, _ tell: Tell) {
    give(WorkerLine(.run(range)), .range(range), of: scenario, tell)
  }

  /// The same with a job of a search, by its number.
  mutating func take(_ job: Int, _ freight: String?, of scenario: Int, _ tell: Tell) {
    give(WorkerLine(.job, freight), .job(job), of: scenario, tell)
  }

  private mutating func give(
    _ order: WorkerLine<WorkerRequest>, _ work: Work, of scenario: Int, _ tell: Tell
  ) {
    let own = helpers.indices.filter { helpers[$0].scenario == scenario }
    guard let helper = own.min(by: { helpers[$0].asked.count < helpers[$1].asked.count }),
      helpers[helper].process.send(order)
    else {
      tell(scenario, work.outcome(nil))
      return
    }
    helpers[helper].asked.append(Request(scenario: scenario, work: work))
  }

  /// Takes in what a helper says, and passes it on.
  mutating func listen(to index: Int, _ tell: Tell) {
    let isThere = helpers[index].process.fill()
    while let line = helpers[index].process.takeLine() {
      guard let answer = WorkerLine<WorkerReply>(line), answer.message.isDone == true,
        let request = helpers[index].asked.first, request.scenario == answer.message.scenario
      else { continue }
      helpers[index].asked.removeFirst()
      tell(request.scenario, request.work.outcome(answer.freight))
    }
    if !isThere { lose(index, tell) }
  }

  /// Who explores runs what a lost helper had to run.
  private mutating func lose(_ index: Int, _ tell: Tell) {
    let lost = helpers.remove(at: index)
    lost.process.end()
    mayGrow = false
    announce(lost.scenario, tell)
    for request in lost.asked { tell(request.scenario, request.work.outcome(nil)) }
  }

  /// Ends all helpers.
  mutating func end() {
    for helper in helpers { helper.process.end() }
    helpers = []
  }
}
#endif
