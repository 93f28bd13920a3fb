// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// Ends the process for a fault of gcdcheck's own, named as such.
func internalError(_ what: String) -> Never {
  let line = "gcdcheck: internal error (please report): \(what)\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
  abort()
}
#endif
