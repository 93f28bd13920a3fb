// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// One execution that an exploration asks an executor for.
package struct ExecutionRequest: Sendable, Codable {
  /// Which schedule.
  package enum Schedule: Sendable, Codable {
    /// The one of this number, from 0, by the profile of number 0.
    case numbered(Int)
    /// That of a token; with `fairAfter`, its choices up to that point and a fair order afterwards.
    case replayed(ScheduleToken, fairAfter: Int?)
    /// One that a search for a smaller schedule than that of the token asks for.
    case shrunk(ShrinkingRun, of: ScheduleToken)
    /// These deviations, wherever it comes to them.
    case taking([StableDeviation], of: ScheduleToken)
    /// A sample of all orders, with the clock and the pool of the token.
    case sampled(Int, of: ScheduleToken)
    /// An attempt to come to a pattern that schedule `number` has shown.
    case directed(DeadlockPattern, attempt: Int, number: Int)
    /// The next one of the executor's search through all orders.
    case searched(Int)
  }

  /// What is to be known of the execution next to its result.
  package struct Records: OptionSet, Sendable, Codable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Its token, also where nothing looks wrong.
    package static let token = Records(rawValue: 1)
    /// The deadlocks that it lets expect.
    package static let patterns = Records(rawValue: 2)
    /// Its partial order and its conflict pairs.
    package static let sample = Records(rawValue: 4)
    /// Findings, from full stacks.
    package static let findings = Records(rawValue: 8)
    /// Each step in words, with its place, from full stacks.
    package static let trace = Records(rawValue: 16)
    /// Its profile, with a census where the strategy weighs by one.
    package static let profile = Records(rawValue: 32)
    /// What a regression file keeps of it.
    package static let saved = Records(rawValue: 64)
    /// What it prints, for a failure that only its own words explain.
    package static let words = Records(rawValue: 128)
  }

  package var schedule: Schedule
  /// The raw value of a `PoolLimit`; 0 = unbounded.
  package var width: Int
  package var records: Records = []
  /// What the program prints is shown.
  package var showsOutput = false
  /// The limit of time ends it. Executions that look into what a schedule showed are not among these: each
  /// makes as many steps as that one, and what was found must be reported.
  package var mayBeCut = false
  /// It ends with the standstill after so many steps, if only time limits of waits would end that; nil = it
  /// continues.
  package var standstill: Int?
  /// For GCD106: the smallest width of the pool that suffices; 0 = not looked for.
  package var neededWorkers = 0
  /// What its findings say about it; nil where the number says it all.
  package var context: RequestContext?
  /// Orders of a regression file, of which `matched` says the deviations by the names that tasks have.
  package var orders: [SavedDeviation] = []

  package init(_ schedule: Schedule, width: Int, _ records: Records = []) {
    self.schedule = schedule
    self.width = width
    self.records = records
  }

  /// A run of a token.
  package static func replaying(
    _ token: ScheduleToken, width: Int? = nil, fairAfter: Int? = nil, _ records: Records = []
  ) -> ExecutionRequest {
    ExecutionRequest(.replayed(token, fairAfter: fairAfter), width: width ?? token.poolWidth, records)
  }
}

/// A context behind a reference, since most requests have none.
package final class RequestContext: Sendable, Codable {
  private let known: FindingOrigin?
  /// It as JSON, but for the number of the schedule; most schedules have nothing to say it about.
  ///
  /// Never written again, and there as long as the process, which is one schedule.
  nonisolated(unsafe) private let text: UnsafeRawBufferPointer
  private let schedule: Int

  package init(_ context: FindingOrigin) {
    known = context
    text = UnsafeRawBufferPointer(start: nil, count: 0)
    schedule = context.schedule
  }

  package init(reading text: UnsafeRawBufferPointer, schedule: Int) {
    known = nil
    self.text = text
    self.schedule = schedule
  }

  /// Nil where its text is damaged.
  package var context: FindingOrigin? {
    if let known { return known }
    var context = try? JSONLine.decode(FindingOrigin.self, from: String(decoding: text, as: UTF8.self))
    context?.schedule = schedule
    return context
  }

  private enum CodingKeys: String, CodingKey { case context = "context" }

  package convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(FindingOrigin.self, forKey: .context))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(context, forKey: .context)
  }
}

extension ExecutionRequest.Schedule {
  /// What leads it, as a report names it.
  func words(_ strategy: Strategy) -> String {
    switch self {
    case .numbered(let number): strategy.forSchedule(number).words
    case .replayed, .shrunk, .taking: Strategy.baseline.words
    case .sampled: Strategy.pos.words
    case .directed: FindingOrigin.directed
    case .searched: Strategy.exhaustive.words
    }
  }
}

extension Scheduler {
  /// Starts the schedule that is asked for.
  ///
  /// - Parameter profile: of schedule 0.
  func begin(_ schedule: ExecutionRequest.Schedule, profile: ExecutionProfile, recordsDeviations: Bool)
    -> ExecutionPlan
  {
    switch schedule {
    case .numbered(let number): return beginRun(number, profile: profile)
    case .replayed(let token, let fairAfter):
      return begin(replaying: token, fairAfter: fairAfter, recordingDeviations: recordsDeviations)
    case .shrunk(let run, let token): return begin(run, of: token)
    case .taking(let deviations, let token): return begin(taking: deviations, of: token)
    case .sampled(let number, let token): return beginSampling(number, of: token)
    case .directed(let pattern, let attempt, let number):
      return begin(directedTo: pattern, try: attempt, as: beginRun(number, profile: profile))
    case .searched(let number): return beginExhaustiveExecution(number, profile: profile)
    }
  }

  /// Ends what a replay has begun.
  func end(_ schedule: ExecutionRequest.Schedule) {
    switch schedule {
    case .replayed, .shrunk: endReplay()
    case .numbered, .taking, .sampled, .directed, .searched: break
    }
  }
}
