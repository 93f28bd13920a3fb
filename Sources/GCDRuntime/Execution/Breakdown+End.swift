// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDReport
import Glibc

extension Breakdown {
  /// Of a process under control, which the tool speaks for; nil = this process is the user's, and says it
  /// itself.
  nonisolated(unsafe) package static var tell: ((Breakdown) -> Void)?

  /// The system has given no further thread.
  static func ofThreads(in engine: Engine) -> Breakdown {
    let tasks = engine.pointee.world.unfinishedTasks
    return .noThread(running: tasks.count { engine.pointee.tasks[$0].pointee.thread != nil })
  }

  /// Ends the process.
  func end() -> Never {
    // A copy in which something is supposed is in a state that no run comes to.
    ProcessCopy.current?.crashed()
    if let tell = Breakdown.tell {
      // Neither a step nor the end of the program; and no fault of the program's that would be reported.
      _ = gcdc_control(false)
      gcdc_watchdog_arm(false)
      tell(self)
      _exit(2)
    }
    switch self {
    case .internalError(let what):
      writeLine("internal error (please report): \(what)")
      abort()
    case .noThread(let running):
      writeLine("error: \(Notice.noThread(running: running).text)")
      _exit(2)
    }
  }

  private func writeLine(_ text: String) {
    let line = "gcdcheck: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
  }
}

/// Ends the process for a fault of gcdcheck's own, named as such.
func internalError(_ what: String) -> Never { Breakdown.internalError(what).end() }
#endif
