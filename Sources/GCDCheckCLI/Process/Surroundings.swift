// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What the tool needs of the system before it can do anything, or say why not.
enum Surroundings {
  /// Makes the process fit for work; to be called first.
  ///
  /// - Throws: `CommandError` where that is not possible.
  static func prepare() throws {
    // A write beyond the largest file that is allowed becomes an error that can be known.
    signal(SIGXFSZ, SIG_IGN)
    guard !CommandLine.arguments.isEmpty else {
      throw CommandError.toolFailed(
        "the command line cannot be read, since /proc is missing here; mount it: mount -t proc proc /proc")
    }
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    try growStack()
    #endif
  }

  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  /// What the main thread may need, and what it is given instead of less.
  private static let (smallestStack, stack): (rlim_t, rlim_t) = (1 << 20, 8 << 20)

  /// Starts the tool anew with a larger stack where that of the main thread is too small to work on.
  private static func growStack() throws {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < smallestStack else { return }
    limit.rlim_cur = min(stack, limit.rlim_max)
    if limit.rlim_cur >= smallestStack, setrlimit(kind, &limit) == 0 {
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
    throw CommandError.toolFailed(
      "the stack is limited to \(limit.rlim_cur >> 10) KiB here, which is too small; ulimit -s 8192 raises it"
    )
  }
  #endif
}
