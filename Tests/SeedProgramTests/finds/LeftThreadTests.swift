// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Threads of singletons: the first schedule starts them, and they end with it.
@Suite struct LeftThreadTests {
  @Test func theThreadOfASingleton() {
    let exploration = exploreSchedules(schedules: 20) { Service.shared.serve() }
    #expect(exploration.findings.map(\.code) == ["GCD901"])
    let report = exploration.findings.first?.report ?? ""
    #expect(report.contains("a thread that an earlier schedule has started"))
    #expect(report.contains("LeftThreadTests.swift"))
  }

  @Test func aThreadStartedInsideTheBody() {
    expectClean(schedules: 50) { Service().serve() }
  }

  /// The thread is there each time: what hangs, hangs.
  @Test func aDeadlockBesideAThreadThatServesForEver() {
    expectFinding("GCD103", schedules: 50) {
      let service = Service()
      service.serve()
      DispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }
      let never = DispatchSemaphore(value: 0)
      never.wait()
    }
  }
}

/// Runs one request after another on a thread of its own.
private final class Service: @unchecked Sendable {
  static let shared = Service()

  private let lock = NSCondition()
  private var requests = 0
  private var answered = 0

  init() {
    Thread { [self] in
      lock.lock()
      while true {
        while answered == requests { lock.wait() }
        answered = requests
        lock.broadcast()
      }
    }.start()
  }

  func serve() {
    lock.lock()
    requests += 1
    lock.broadcast()
    while answered != requests { lock.wait() }
    lock.unlock()
  }
}
