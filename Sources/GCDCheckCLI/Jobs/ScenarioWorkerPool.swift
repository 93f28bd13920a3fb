// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// Several worker processes that explore scenarios; which of them explores one makes no difference.
///
/// When there are fewer scenarios left than processes, long ones are helped: see `ScheduleWorkerPool`.
struct ScenarioWorkerPool {
  /// A worker, and what it has in hand.
  private struct Worker {
    var process: ForkedProcess
    var scenario: Int?
    var latest: WorkerReply?
  }

  private let worker: ScenarioWorker
  private let jobs: Int
  private var members: [Worker] = []
  private var helpers: ScheduleWorkerPool
  private var answers: [Int: ScenarioAnswer] = [:]
  /// The scenarios that no worker has been given yet.
  private var waiting: ArraySlice<Int>
  /// When the user wanted to stop.
  private var interrupted: ContinuousClock.Instant?
  /// A worker that has not obeyed by then is ended; its schedule makes no step.
  private static let externalTimeout: Duration = .seconds(2)

  /// - Throws: `CommandError` when no process can be started.
  init(
    _ scenarios: [SelectedScenario], _ options: ScenarioOptions, without done: Set<Int>,
    begun: [Int: ExplorationCheckpoint], jobs: Int
  ) throws {
    worker = ScenarioWorker(scenarios: scenarios, options: options, begun: begun)
    waiting = scenarios.indices.filter { !done.contains($0) }[...]
    self.jobs = jobs
    helpers = ScheduleWorkerPool(worker, jobs: jobs)
    for _ in 0..<min(jobs, waiting.count) { members.append(Worker(process: try worker.start())) }
  }

  /// What came of a scenario; waits for it. Nil if it was not begun.
  ///
  /// - Parameters:
  ///   - order: asked for the order of each scenario that is given to a worker; nil = begin no further one.
  ///   - onProgress: gets how far the scenarios in hand are.
  mutating func answer(
    to scenario: Int, order: (Int) -> WorkerRequest?, onProgress: (ProgressCounts) -> Void
  ) throws -> ScenarioAnswer? {
    while true {
      if let answer = answers.removeValue(forKey: scenario) { return answer }
      try handOut(order)
      if !members.contains(where: { $0.scenario == scenario }) { return nil }
      if waiting.isEmpty, interrupted == nil { helpers.share(members.compactMap(\.scenario), tell) }
      try listen()
      onProgress(inHand)
    }
  }

  private var inHand: ProgressCounts {
    var counts = ProgressCounts()
    for latest in members.compactMap(\.latest) {
      counts.schedules += latest.schedules
      counts.distinct += latest.distinct
      counts.findings += latest.findings
    }
    return counts
  }

  /// Ends all workers.
  mutating func end() {
    for member in members { member.process.end() }
    members = []
    helpers.end()
  }

  private mutating func handOut(_ order: (Int) -> WorkerRequest?) throws {
    while let next = waiting.first, let free = members.firstIndex(where: { $0.scenario == nil }) {
      guard let order = order(next) else { return }
      members[free].scenario = next
      waiting.removeFirst()
      if !members[free].process.send(WorkerLine(order)) { try replace(free) }
    }
  }

  /// Tells something to the worker that explores a scenario.
  private func tell(_ scenario: Int, _ order: WorkerLine<WorkerRequest>) {
    // One that is gone is noticed when it is listened to.
    if let member = members.first(where: { $0.scenario == scenario }) { _ = member.process.send(order) }
  }

  /// Takes in what the workers say, or comes back after a while.
  private mutating func listen() throws {
    if let interrupted {
      if .now - interrupted > Self.externalTimeout { loseDisobedient() }
    } else if Interruption.isRequested {
      interrupted = .now
      for member in members { member.process.interrupt() }
    }
    let descriptors =
      members.map { $0.process.isEnded ? -1 : $0.process.channel.descriptor } + helpers.descriptors
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if poll(&requests, nfds_t(requests.count), 100) <= 0 { return }
    let count = members.count
    // From behind: a helper that is gone leaves its place.
    for index in requests.indices.dropFirst(count).reversed() where requests[index].revents != 0 {
      helpers.listen(to: index - count, tell)
    }
    for index in 0..<count where requests[index].revents != 0 {
      let isThere = members[index].process.fill()
      while let line = members[index].process.takeLine() { take(line, from: index) }
      if !isThere { try replace(index) }
    }
  }

  private mutating func take(_ line: String, from index: Int) {
    guard let received = WorkerLine<WorkerReply>(line),
      received.message.scenario == members[index].scenario
    else { return }
    let answer = received.message
    if answer.isLong == true { return helpers.note(long: answer.scenario) }
    if let range = answer.wanted {
      helpers.take(range, of: answer.scenario, tell)
      return
    }
    if let job = answer.job {
      helpers.take(job, received.freight, of: answer.scenario, tell)
      return
    }
    members[index].latest = answer
    if let report = answer.report {
      answers[answer.scenario] = .explored(report)
    } else if let refusal = answer.refusal {
      answers[answer.scenario] = .refused(refusal)
    } else {
      return
    }
    members[index].latest = nil
    members[index].scenario = nil
  }

  /// Ends the workers that still have a scenario, which counts as not begun.
  private mutating func loseDisobedient() {
    for index in members.indices {
      guard let scenario = members[index].scenario else { continue }
      members[index].process.end()
      members[index].scenario = nil
      answers[scenario] = .lost(
        "did not stop, since its schedule makes no call that gcdcheck sees, and was ended")
    }
  }

  /// Puts another worker in the place of one that is gone. What it explored is lost.
  private mutating func replace(_ index: Int) throws {
    let lost = members[index]
    let reason = lost.process.end() ?? "is gone"
    if let scenario = lost.scenario { answers[scenario] = .lost(reason) }
    members[index] = Worker(process: try worker.start())
  }
}

extension ScenarioWorker {
  /// - Throws: `CommandError` when no process can be started.
  func start() throws -> ForkedProcess { try ForkedProcess { work($0) } }
}
#endif
