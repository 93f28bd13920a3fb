// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import GCDScenario
import GCDSchedule

/// The schedules of one exploration that helpers run, seen by the process that explores.
///
/// As long as a worker helps, all of them are asked for, some ranges ahead. That the process itself runs none
/// meanwhile but what shows something new keeps it from being the last: it only counts.
final class DistributedExploration {
  private let scenario: Int
  private let options: ExplorationOptions
  private let tool: ToolConnection
  private var helpers = 0
  /// Ranges that were asked for and are not over, in order.
  private var wanted: ArraySlice<ScheduleRange> = []
  /// The first schedule that was not asked for.
  private var next = 0
  /// What came of ranges.
  private var arrived: [ScheduleRange: String] = [:]
  /// Of the first range, with their numbers in order; nil = it has not arrived.
  private var opened: ArraySlice<(number: Int, execution: RemoteExecution)>?
  /// The tool knows whether this is long.
  private var isWeighed = false
  /// Jobs of a search that were asked for, and are not taken in.
  private var wantedJobs: Set<Int> = []
  /// What came of some of them; empty where one is lost.
  private var parts: [Int: String] = [:]

  /// Steps that all schedules may take together before it is worth while to start other processes, which
  /// takes a few milliseconds.
  private static let fewestSteps = 100_000
  /// Schedules of a range, and the steps of one that are worth a message: some milliseconds.
  private static let mostSchedules = 64
  private static let mostSteps = 65_536
  /// Ranges that a helper has to do.
  private static let rangesAhead = 3
  private static let jobsAhead = 2
  /// How often the tool looks whether a worker helps.
  private static let looks = 31

  init(of scenario: Int, _ options: ExplorationOptions, _ tool: ToolConnection) {
    self.scenario = scenario
    self.options = options
    self.tool = tool
  }

  var lead: Lead { Lead(ask: execution, part: part) }

  /// What the next schedule in order came to; waits for its result. Nil where no process has executed it.
  func execution(_ number: Int, _ steps: Int) -> RemoteExecution? {
    if !isWeighed { weigh(number, steps) }
    if number & Self.looks == 0 {
      while let order = tool.receive(within: 0) { take(order) }
    }
    while let first = wanted.first, first.to <= number { drop() }
    if helpers > 0 { ask(number, steps) }
    guard let first = wanted.first, first.from <= number else { return nil }
    while opened == nil {
      if let text = arrived.removeValue(forKey: first) {
        let executions = RemoteExecution.executions(text) ?? []
        opened = zip(first.numbers(of: options), executions).map { (number: $0, execution: $1) }[...]
        break
      }
      if Interruption.isRequested || !tool.isOpen { return nil }
      if let order = tool.receive(within: 100) { take(order) }
      if wanted.first != first { return nil }
    }
    while let next = opened?.first, next.number < number { opened?.removeFirst() }
    return opened?.first.flatMap { $0.number == number ? $0.execution : nil }
  }

  private func weigh(_ number: Int, _ steps: Int) {
    isWeighed = true
    let left = (options.end - number) / (options.shard?.count ?? 1)
    if left > Self.fewestSteps / max(steps, 1) { announceLength() }
  }

  private func announceLength() {
    isWeighed = true
    var answer = WorkerReply(scenario: scenario)
    answer.isLong = true
    _ = tool.send(answer)
  }

  private func ask(_ number: Int, _ steps: Int) {
    let length = max(1, min(Self.mostSchedules, Self.mostSteps / max(steps, 1)))
    next = max(next, number)
    let end = options.end
    while wanted.count < helpers * Self.rangesAhead, next < end {
      let range = ScheduleRange(from: next, to: min(next + length, end))
      var answer = WorkerReply(scenario: scenario)
      answer.wanted = range
      guard tool.send(answer) else { return }
      wanted.append(range)
      next = range.to
    }
  }

  private func take(_ order: WorkerLine<WorkerRequest>) {
    switch order.message {
    case .helpers(let count): helpers = count
    case .ran(let range):
      if let runs = order.freight {
        arrived[range] = runs
      } else {
        wanted.removeAll { $0 == range }
      }
    case .worked(let number): parts[number] = order.freight ?? ""
    case .explore, .help, .run, .job: break  // nothing else is sent to a worker that has a scenario in hand
    }
  }

  // MARK: Searches through all orders

  /// What the job of a search came to that is taken in next; waits for it. Nil where no process has worked it
  /// off.
  private func part(of split: SplitSearch) -> SearchedPart? {
    if !isWeighed, split.issuedCount > 1 { announceLength() }
    while let order = tool.receive(within: 0) { take(order) }
    let number = split.number(at: 0)
    wantedJobs = wantedJobs.filter { $0 >= number }
    parts = parts.filter { $0.key >= number }
    askForJobs(of: split)
    while wantedJobs.contains(number) {
      if let text = parts[number] { return SearchedPart(text: text) }
      if Interruption.isRequested || !tool.isOpen { return nil }
      if let order = tool.receive(within: 100) { take(order) }
      askForJobs(of: split)
    }
    return nil
  }

  /// Keeps the helpers busy, also while the job that is next takes long.
  private func askForJobs(of split: SplitSearch) {
    for place in 0..<split.issuedCount {
      guard wantedJobs.count - parts.count < helpers * Self.jobsAhead else { return }
      let number = split.number(at: place)
      if wantedJobs.contains(number) { continue }
      var answer = WorkerReply(scenario: scenario)
      answer.job = number
      guard tool.send(answer, split.job(at: place).text) else { return }
      wantedJobs.insert(number)
    }
  }

  private func drop() {
    let first = wanted.removeFirst()
    arrived[first] = nil
    opened = nil
  }
}
#endif
