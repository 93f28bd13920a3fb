// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule
import GCDVocabulary

/// What is asked for each schedule by its number: a function of the options, of the first schedule's length
/// and of the number, so that schedules can be executed ahead of their turn.
///
/// A class, since it is asked for each schedule and options are large.
package final class NumberedRequests: Sendable {
  package let options: ExplorationOptions
  /// Of schedule 0.
  package let profile: ExecutionProfile
  private let width: Int
  private let seed: UInt64
  private let target: ReplayTarget
  private let command: String?
  private let directory: String?

  package init(_ options: ExplorationOptions, _ traits: ExecutorTraits) {
    self.options = options
    profile = ExecutionProfile()
    width = options.poolLimit.rawValue
    seed = options.effectiveSeed
    target = traits.target ?? options.replayTarget
    command = traits.command
    directory = WorkingDirectory.current()
  }

  /// The same with other options, or when schedule 0 has been measured.
  init(
    _ other: NumberedRequests, _ options: ExplorationOptions? = nil, profile: ExecutionProfile? = nil
  ) {
    self.options = options ?? other.options
    self.profile = profile ?? other.profile
    width = other.width
    seed = other.seed
    target = other.target
    command = other.command
    directory = other.directory
  }

  /// Schedules that are run a second time although they look right: what leaks in need not show each time.
  static func isRepeated(_ number: Int) -> Bool { number < 2 || number == 10 || number == 100 }

  /// Whether deadlocks are predicted from a schedule: from the first ones, then from ever fewer, since most
  /// come up soon.
  func looksForPatterns(_ number: Int) -> Bool {
    number & (number - 1) == 0 && options.strategy == .auto && options.isFirstShard && options.schedules > 1
  }

  package func request(_ number: Int) -> ExecutionRequest {
    var records: ExecutionRequest.Records = []
    if number == 0 { records.insert(.profile) }
    if NumberedRequests.isRepeated(number), options.schedules > 1 { records.insert(.token) }
    if looksForPatterns(number) { records.insert(.patterns) }
    if options.looksAt(number, steps: profile.steps) {
      records.insert(options.plan == nil ? .sample : [.sample, .token])
    }
    var request = ExecutionRequest(.numbered(number), width: width, records)
    request.mayBeCut = true
    request.showsOutput = options.shows(isFirst: number == 0)
    return request
  }

  /// The schedules behind one that are executed here, too.
  package func next(after number: Int) -> Int? {
    var next = number + 1
    let end = options.end
    while next < end {
      if options.owns(next) || looksForPatterns(next) { return next }
      next += 1
    }
    return nil
  }

  /// What findings say about a schedule.
  package func context(
    _ number: Int, _ schedule: ExecutionRequest.Schedule, _ token: ScheduleToken?
  ) -> FindingOrigin {
    context(number, ledBy: schedule.words(options.strategy), token)
  }

  /// - Parameter words: what led it, as a report names it.
  func context(_ number: Int, ledBy words: String, _ token: ScheduleToken?) -> FindingOrigin {
    let pool = PoolLimit(rawValue: token?.poolWidth ?? 0)
    var context = FindingOrigin(
      test: options.displayName, target: target, schedule: number + 1,
      of: options.replay == nil ? options.end : 0, strategy: words,
      seed: seed, token: token?.description ?? "", poolWidth: pool.workers == 0 ? nil : pool.workers,
      poolGrows: pool.grows ? true : nil, cooperativeWidth: pool.cooperative == 0 ? nil : pool.cooperative,
      directory: directory)
    if let command { context.command = command }
    return context
  }
}

extension ExplorationOptions {
  /// Whether what an execution prints is shown.
  func shows(isFirst: Bool) -> Bool {
    switch showOutput {
    case .all: true
    case .none: false
    case .firstAndFailing: isFirst
    }
  }
}
#endif
