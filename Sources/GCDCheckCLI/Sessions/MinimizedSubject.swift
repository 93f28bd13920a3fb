// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario

/// What `gcdcheck minimize` makes smaller: a known schedule, or what a scenario shows when it is explored.
enum MinimizedSubject {
  case replayed(ReplayedSubject)
  case explored(SelectedScenario)

  var scenario: SelectedScenario {
    switch self {
    case .replayed(let subject): subject.scenario
    case .explored(let scenario): scenario
    }
  }
}

extension ReplayedSubject {
  /// Explores a scenario until it shows an error.
  ///
  /// - Parameters:
  ///   - jobs: Processes that explore at once.
  ///   - onProgress: gets how far it is.
  /// - Throws: `CommandError` where no controlled run is possible, or nothing shows.
  init(
    exploring selected: SelectedScenario, _ options: ScenarioOptions, jobs: Int,
    onProgress: @escaping (ProgressCounts) -> Void
  ) throws {
    let report = try Self.explored(selected, options, jobs: jobs, onProgress: onProgress)
    guard let finding = report.findings.first(where: { $0.severity == .error }) else {
      throw CommandError.toolFailed(
        "\(report.ended.schedules) schedules show no error in \(selected.name); nothing to minimize")
    }
    self.init(selected, token: finding.schedule)
  }

  private static func explored(
    _ selected: SelectedScenario, _ options: ScenarioOptions, jobs: Int,
    onProgress: @escaping (ProgressCounts) -> Void
  ) throws -> SubjectReport {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if jobs > 1 {
      var pool = try ScenarioWorkerPool([selected], options, without: [], begun: [:], jobs: jobs)
      defer { pool.end() }
      let answer = try pool.answer(
        to: 0, order: { .explore($0, within: options.timeLimit) }, onProgress: onProgress)
      switch answer {
      case .explored(let report): return report
      case .refused(let message): throw CommandError(status: .toolFailed, message: message)
      case .lost(let reason):
        throw CommandError.toolFailed("the process that explored \(selected.name) \(reason)")
      case nil: throw CommandError.toolFailed("\(selected.name) was not explored")
      }
    }
    #endif
    return try SubjectReport(selected, options, onProgress: onProgress)
  }
}
