// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import Glibc

/// Where a fault of gcdcheck's own is reported.
package enum InternalError {
  /// Of a process under control, which the tool speaks for; nil = this process is the user's, and says it
  /// itself.
  nonisolated(unsafe) package static var tell: ((_ what: String) -> Void)?
}

/// Ends the process for a fault of gcdcheck's own, named as such.
func internalError(_ what: String) -> Never {
  // A copy in which an end was supposed is in a state that no run comes to.
  TrialCopy.current?.crashed()
  if let tell = InternalError.tell {
    // Neither a step nor the end of the program; and no fault of the program's that would be reported.
    _ = gcdc_control(false)
    gcdc_watchdog_arm(false)
    tell(what)
    _exit(2)
  }
  let line = "gcdcheck: internal error (please report): \(what)\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
  abort()
}
#endif
