// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
#endif

/// Turns the first SIGINT, SIGTERM or SIGHUP into a request to finish early, so that partial reports are
/// written.
enum Interruption {
  /// Written by the signal handler and read between schedules on the main thread, nothing else; a store of
  /// one byte cannot be torn, and a late read only means one schedule more.
  nonisolated(unsafe) private static var requested: UInt8 = 0

  static var isRequested: Bool { requested != 0 }

  /// The first of the signals; nil = none has come.
  static var signal: Int32? { requested == 0 ? nil : Int32(requested) }

  /// Called in a signal handler.
  private static func request(_ number: Int32) {
    requested = UInt8(truncatingIfNeeded: number)
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    ExecutionCut.ask()
    #endif
  }

  /// The C library's own: a schedule may run in this process when the signal comes, and its clock is another.
  private static let realAlarm: @convention(c) (UInt32) -> UInt32 = {
    typealias Alarm = @convention(c) (UInt32) -> UInt32
    guard let library = dlopen("libc.so.6", RTLD_NOW), let symbol = dlsym(library, "alarm") else {
      return alarm
    }
    return unsafeBitCast(symbol, to: Alarm.self)
  }()

  /// Installs the handler. A second signal, or half a minute in which the tool does not get to its end, ends
  /// the process the hard way.
  static func install() {
    // First use happens here and not in the handler, where a lazy initialiser would not be safe.
    requested = 0
    _ = realAlarm
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Ignored on purpose, by nohup or for a background job: stays so.
      let isIgnored =
        unsafeBitCast(handle(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { continue }
      _ = handle(number) { number in
        if Interruption.requested != 0 { _exit(130) }
        Interruption.request(number)
        _ = Interruption.realAlarm(30)
      }
    }
    _ = handle(SIGALRM) { _ in _exit(130) }
    // A process that is started from a thread of Dispatch inherits a mask that blocks nearly everything.
    var handled = sigset_t()
    sigemptyset(&handled)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { sigaddset(&handled, number) }
    sigprocmask(SIG_UNBLOCK, &handled, nil)
  }

  /// As `signal`, by a name that no property here has.
  private static func handle(
    _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
  ) -> (@convention(c) (Int32) -> Void)? {
    Foundation.signal(number, handler)
  }

  /// Leaves it to the parent what a signal of the user's means: the parent asks by SIGTERM to finish early,
  /// and takes this process with it when it dies. It may have asked already.
  static func watchParent(_ parent: pid_t) {
    _ = handle(SIGINT, SIG_IGN)
    _ = handle(SIGHUP, SIG_IGN)
    _ = handle(SIGALRM, SIG_DFL)
    _ = handle(SIGTERM) { Interruption.request($0) }
    ParentMonitor.ask(for: SIGKILL)
    if getppid() != parent { _exit(ExitStatus.interrupted.rawValue) }
  }
}
