// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Dispatch
import GCDRuntime

#if canImport(XCTest)
import XCTest
#endif

/// How a thread stalls while the `async` function that it runs is suspended.
struct Pause: Sendable {
  /// The main thread waits in its run loop: what it waits for may be a part of the main actor.
  private let isInRunLoop: Bool
  private let arrival: DispatchSemaphore

  /// To be made on the thread that will wait.
  init() {
    #if canImport(XCTest)
    isInRunLoop = Thread.isMainThread
    #else
    isInRunLoop = false
    #endif
    arrival = DispatchSemaphore(value: 0)
    InsideRun.lastObjectIsAwait()
  }

  /// Returns after `end` was called; `isOver` says whether it was.
  func wait(until isOver: () -> Bool) {
    #if canImport(XCTest)
    if isInRunLoop {
      while !isOver() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
      return
    }
    #endif
    arrival.wait()
  }

  /// Called once for each wait, by any thread.
  func end() {
    if isInRunLoop { DispatchQueue.main.async {} } else { arrival.signal() }
  }
}
#endif
