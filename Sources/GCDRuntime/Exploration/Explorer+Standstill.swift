// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// The hang behind a wait that ran out.
extension Explorer {
  /// Adds to a check that fails after a wait has run out at a standstill what that would be without the time
  /// limit, and moves it there; nothing where the order of two steps is known to be
  /// the cause.
  mutating func addingStandstill(to finding: Finding) -> Finding {
    guard case .testFailed(var failure) = finding.kind, failure.order?.cause?.isCertain != true,
      failure.standstill == nil, let step = failure.standstillStep, DebuggerStop.asked == nil,
      !executor.isStopped,
      let token = try? ScheduleToken(parsing: finding.context.token)
    else { return finding }
    close()
    var request = ExecutionRequest.replaying(token, .findings)
    request.standstill = step
    request.context = RequestContext(finding.context)
    guard executor.execute(request).end.kind == .dead,
      let hang = executor.findings(finding.context, neededWorkers: 0, after: nil).first
    else { return finding }
    failure.standstill = Standstill(hang.kind, participants: hang.participants)
    failure.order?.cause = nil
    var finding = finding
    if let place = hang.location {
      if let check = finding.location, check.file != place.file || check.line != place.line {
        failure.location = failure.location ?? check
      }
      finding.location = place
      finding.excerpt = SourceText.excerpt(at: place)
      finding.omission = hang.omission
    }
    finding.kind = .testFailed(failure)
    return finding
  }
}
#endif
