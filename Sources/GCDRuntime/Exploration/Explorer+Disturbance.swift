// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Schedules of a program that run at once may disturb each other by what they share outside of their
/// processes, such as a file of a fixed name: what goes wrong must go wrong without the others too.
extension Explorer {
  /// The result of a schedule that looks wrong, from an execution that nothing else accompanied; the open one
  /// from then on.
  mutating func undisturbed(
    _ request: ExecutionRequest, _ result: ExecutionResult
  ) -> ExecutionResult {
    // What has made so many steps is run again in any case.
    if result.end.kind == .stepLimit { return result }
    guard let again = repeatable(request), let alone = executor.executeAlone(again) else { return result }
    if alone.end.isCut {
      isAbandoned = true
    } else if alone.fingerprint == nil {
      exploration.notes.append(.disturbedByOthers(tests: [options.displayName]))
    }
    return alone
  }

  /// Looks again at a schedule that did not repeat, without any others; nil where none were there.
  mutating func repeatsUndisturbed(
    _ request: ExecutionRequest, _ token: ScheduleToken
  ) -> Bool? {
    guard let first = executor.executeAlone(request) else { return nil }
    close()
    let second = again(request, token, [])
    close()
    if isAbandoned || first.end.isCut || first.traceHash != second.traceHash || first.end != second.end {
      return false
    }
    exploration.notes.append(.disturbedByOthers(tests: [options.displayName]))
    return true
  }

  /// A search has moved on from the state that its request was made of.
  private func repeatable(_ request: ExecutionRequest) -> ExecutionRequest? {
    guard case .searched = request.schedule else { return request }
    guard let token = executor.token else { return nil }
    var replay = ExecutionRequest.replaying(token, .token)
    replay.showsOutput = request.showsOutput
    return replay
  }
}
#endif
