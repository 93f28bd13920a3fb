// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

extension ControlProblem {
  /// What to tell the user who made the call at `location`.
  func notice(at location: CallerLocation) -> Notice {
    switch self {
    case .nested: .nestedRun(place: "\(location.fileID):\(location.line)")
    case .badToken(let token, let error): .badToken(token, reason: String(describing: error))
    case .notInterposed(let cause): .notInterposed(cause: cause)
    case .unknownLayout(let cause): .unknownLayout(cause: cause)
    case .unsupportedPlatform: .notControlled
    }
  }
}
#endif
