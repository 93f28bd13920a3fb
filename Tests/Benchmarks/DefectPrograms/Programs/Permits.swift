// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Counted resources of which everybody holds a part and wants the rest.
  static let permits = [permits(2), permits(4)]

  private static func permits(_ count: Int) -> DefectProgram {
    DefectProgram(
      "permits_\(count)", .deadlock, depth: count, threads: count,
      "\(count) tasks take one of \(count) permits each, and then wait for their second one"
    ) { isFixed in
      let permits = DispatchSemaphore(value: count)
      let lock = PosixMutex()
      @Sendable func takeBoth() {
        permits.wait()
        permits.wait()
      }
      runTogether(count) { _ in
        if isFixed { lock.section(takeBoth) } else { takeBoth() }
        permits.signal()
        permits.signal()
      }
    }
  }
}
