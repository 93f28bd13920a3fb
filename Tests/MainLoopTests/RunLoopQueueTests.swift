// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import XCTest

/// Queues that a run loop serves: private calls that nothing on Linux makes by itself.
final class RunLoopQueueTests: XCTestCase {
  private typealias Make = @convention(c) (UnsafePointer<CChar>?, UInt) -> UnsafeMutableRawPointer?
  private typealias Perform = @convention(c) (UnsafeMutableRawPointer) -> Bool
  private typealias WakeUp = @convention(c) (UnsafeMutableRawPointer) -> Void

  func testMakingOneIsRefused() {
    let exploration = exploreSchedules(schedules: 5, seed: 1) {
      _ = self.find("_dispatch_runloop_root_queue_create_4CF", as: Make.self)(nil, 0)
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD902"])
    XCTAssertEqual(exploration.findings.first?.severity, .error)
    let message = exploration.findings.first?.message ?? ""
    XCTAssert(message.contains("makes a run-loop queue"), message)
  }

  /// The library takes no flags and answers nil.
  func testAskingForOneInVain() {
    let exploration = exploreSchedules(schedules: 5, seed: 1) {
      XCTAssertNil(self.find("_dispatch_runloop_root_queue_create_4CF", as: Make.self)(nil, 1))
    }
    XCTAssertEqual(exploration.findings.map(\.report), [])
  }

  func testAnotherQueueIsNone() {
    for call in 0..<2 {
      let exploration = exploreSchedules(schedules: 5, seed: 1) {
        let queue = DispatchQueue(label: "com.acme.plain")
        let object = Unmanaged.passUnretained(queue).toOpaque()
        if call == 0 {
          _ = self.find("_dispatch_runloop_root_queue_perform_4CF", as: Perform.self)(object)
        } else {
          self.find("_dispatch_runloop_root_queue_wakeup_4CF", as: WakeUp.self)(object)
        }
      }
      XCTAssertEqual(exploration.findings.map(\.code), ["GCD206"])
      let report = exploration.findings.first?.report ?? ""
      XCTAssert(report.contains("Not a runloop queue"), report)
    }
  }

  private func find<Function>(_ name: String, as type: Function.Type) -> Function {
    unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), name)!, to: type)
  }
}
