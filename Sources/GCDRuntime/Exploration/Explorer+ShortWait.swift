// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Waits whose time limit is too short.
extension Explorer {
  /// A check that fails after a wait has given up, moved to that wait where nothing else is known to be the
  /// cause; without that wait where it is not.
  func movingToShortWait(_ finding: Finding) -> Finding {
    guard case .testFailed(var failure) = finding.kind, let place = failure.shortWait?.location else {
      return finding
    }
    var finding = finding
    if failure.order?.cause == nil, failure.standstill == nil, failure.location == nil {
      failure.location = finding.location
      finding.location = place
      finding.excerpt = SourceText.excerpt(at: place)
    } else {
      failure.shortWait = nil
    }
    finding.kind = .testFailed(failure)
    return finding
  }
}
#endif
