// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CDispatch
import Glibc

// Runs small programs, one per line of standard input, on the real libdispatch, and prints for each what
// happened and in which order. Depends on nothing of the package, so that no call is intercepted.
installCrashHandler()
while let line = readLine() {
  let numbers = line.split(separator: " ").map { Int($0) ?? 0 }
  RealRun(numbers).run()
}
_exit(0)
#endif
