// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDRuntime

/// The body of a controlled test: whether the caller is inside one, and how one is explored.
enum ControlledBody {
  /// Whether the calling code is itself a part of a controlled body.
  static var isRunning: Bool {
    guard gcdc_control(false) else { return false }
    _ = gcdc_control(true)
    return true
  }

  /// Runs `body` under many schedules.
  static func explore(
    _ options: ExplorationOptions, enclosure: BodyEnclosure?, failures: @escaping FailureProbe,
    body: () throws -> Void
  ) -> Result<Exploration, ControlProblem> {
    do throws(ControlProblem) {
      return .success(
        try GCDRuntime.explore(options, enclosure: enclosure, failures: failures, observer: nil, body: body)
      )
    } catch {
      return .failure(error)
    }
  }
}
#endif
