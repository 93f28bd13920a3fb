// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport
import GCDScenario

/// Several worker processes that explore scenarios; which of them explores one makes no difference.
struct ScenarioCrew {
  /// What came of a scenario.
  enum Answer {
    case explored(ScenarioReport)
    /// No controlled run is possible; why.
    case refused(String)
    /// Its process is gone; how it ended.
    case lost(String)
  }

  /// A worker, and what it has in hand.
  private struct Member {
    var process: ForkedProcess
    /// Oldest first; the worker is at the first one.
    var orders: [WorkerOrder] = []
    var latest: WorkerAnswer?
  }

  private let worker: ScenarioWorker
  private var members: [Member] = []
  private var answers: [Int: Answer] = [:]
  /// The scenarios that nobody has been given yet.
  private var waiting: ArraySlice<Int>
  private var isInterrupted = false

  /// Scenarios that a worker has beside the one that it explores, so that it need not wait for the tool.
  private static let ahead = 1

  /// - Throws: `Refusal` when no process can be started.
  init(
    _ scenarios: [SelectedScenario], _ options: ScenarioOptions, without done: Set<Int>,
    begun: [Int: BegunScenario], jobs: Int
  ) throws {
    worker = ScenarioWorker(scenarios: scenarios, options: options, begun: begun)
    waiting = scenarios.indices.filter { !done.contains($0) }[...]
    for _ in 0..<jobs { members.append(Member(process: try Self.start(worker))) }
  }

  private static func start(_ worker: ScenarioWorker) throws -> ForkedProcess {
    try ForkedProcess { worker.work(&$0) }
  }

  /// What came of a scenario; waits for it. Nil if it was not begun.
  ///
  /// - Parameters:
  ///   - order: asked for the order of each scenario that is given to a worker; nil = begin no further one.
  ///   - onProgress: told of the schedules and findings of the scenarios in hand.
  mutating func answer(
    to scenario: Int, order: (Int) -> WorkerOrder?, onProgress: (_ schedules: Int, _ findings: Int) -> Void
  ) throws -> Answer? {
    while true {
      if let answer = answers.removeValue(forKey: scenario) { return answer }
      try handOut(order)
      if !isInHand(scenario) { return nil }
      try listen()
      onProgress(
        members.reduce(0) { $0 + ($1.latest?.schedules ?? 0) },
        members.reduce(0) { $0 + ($1.latest?.findings ?? 0) })
    }
  }

  /// Ends all workers.
  mutating func end() {
    for member in members { member.process.end() }
    members = []
  }

  private mutating func handOut(_ order: (Int) -> WorkerOrder?) throws {
    while let next = waiting.first,
      let free = members.indices.filter({ members[$0].orders.count <= Self.ahead })
        .min(by: { members[$0].orders.count < members[$1].orders.count })
    {
      guard let order = order(next) else { return }
      members[free].orders.append(order)
      waiting.removeFirst()
      if !members[free].process.send(order) { try replace(free) }
    }
  }

  /// Takes in what the workers say, or comes back after a while.
  private mutating func listen() throws {
    if Interruption.isRequested, !isInterrupted {
      isInterrupted = true
      for member in members { member.process.interrupt() }
    }
    var requests = members.map {
      pollfd(fd: $0.process.channel.descriptor, events: Int16(POLLIN), revents: 0)
    }
    if poll(&requests, nfds_t(requests.count), 100) <= 0 { return }
    for index in requests.indices where requests[index].revents != 0 {
      let isThere = members[index].process.fill()
      while let line = members[index].process.takeLine() { take(line, from: index) }
      if !isThere { try replace(index) }
    }
  }

  private mutating func take(_ line: String, from index: Int) {
    guard let answer = try? JSONLine.decode(WorkerAnswer.self, from: line),
      answer.scenario == members[index].orders.first?.scenario
    else { return }
    members[index].latest = answer
    if let report = answer.report {
      answers[answer.scenario] = .explored(report)
    } else if let refusal = answer.refusal {
      answers[answer.scenario] = .refused(refusal)
    } else {
      return
    }
    members[index].latest = nil
    members[index].orders.removeFirst()
  }

  /// Puts another worker in the place of one that is gone. What it explored is lost, what it had beside that
  /// is given to the new one.
  private mutating func replace(_ index: Int) throws {
    let lost = members[index]
    let reason = lost.process.end() ?? "is gone"
    if let first = lost.orders.first { answers[first.scenario] = .lost(reason) }
    members[index] = Member(process: try Self.start(worker))
    // Whoever is interrupted begins nothing any more.
    if isInterrupted { return }
    members[index].orders = Array(lost.orders.dropFirst())
    for order in members[index].orders { _ = members[index].process.send(order) }
  }

  private func isInHand(_ scenario: Int) -> Bool {
    members.contains { $0.orders.contains { $0.scenario == scenario } }
  }
}
#endif
