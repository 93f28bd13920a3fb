// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// "SIGKILL" for 9; "signal 40" for one that has no name of its own.
package func signalName(_ number: Int32) -> String {
  let names: [(Int32, String)] = [
    (SIGHUP, "HUP"), (SIGINT, "INT"), (SIGQUIT, "QUIT"), (SIGILL, "ILL"), (SIGTRAP, "TRAP"),
    (SIGABRT, "ABRT"), (SIGBUS, "BUS"), (SIGFPE, "FPE"), (SIGKILL, "KILL"), (SIGUSR1, "USR1"),
    (SIGSEGV, "SEGV"), (SIGUSR2, "USR2"), (SIGPIPE, "PIPE"), (SIGALRM, "ALRM"), (SIGTERM, "TERM"),
    (SIGXCPU, "XCPU"), (SIGXFSZ, "XFSZ"), (SIGSYS, "SYS"),
  ]
  return names.first { $0.0 == number }.map { "SIG" + $0.1 } ?? "signal \(number)"
}
#endif
