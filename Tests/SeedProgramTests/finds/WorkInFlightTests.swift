// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// GCD902: real work on a queue from outside, when a run takes the queue over.
@Suite struct WorkInFlightTests {
  @Test func shortWorkIsWaitedFor() {
    let queue = DispatchQueue(label: "com.acme.short")
    let started = DispatchSemaphore(value: 0)
    queue.async {
      started.signal()
      usleep(200_000)
    }
    started.wait()
    expectClean(schedules: 20) { queue.sync {} }
  }

  @Test func longWorkIsNamed() {
    let queue = DispatchQueue(label: "com.acme.long")
    let started = DispatchSemaphore(value: 0)
    let stop = DispatchSemaphore(value: 0)
    queue.async {
      started.signal()
      stop.wait()
    }
    started.wait()
    expectFinding("GCD902", severity: .warning, naming: "com.acme.long", schedules: 20) { queue.sync {} }
    stop.signal()
  }
}
