// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The tests of the consumer package; `ConsumerTests` knows their lines.
enum Programs {
  static let xctest = """
    import Dispatch
    import GCDCheck
    import XCTest

    final class XCase: XCTestCase {
      func testBody() {
        withDeterministicScheduling(schedules: 20) {
          XCTAssertEqual(1, 2, "in the body")
        }
      }
      func testBlock() {
        withDeterministicScheduling(schedules: 20) {
          let group = DispatchGroup()
          DispatchQueue.global().async(group: group) { XCTFail("in a block") }
          group.wait()
        }
      }
      func testAfter() {
        withDeterministicScheduling(schedules: 20) {
          DispatchQueue(label: "com.acme.after").sync {}
        }
        XCTFail("after the call")
      }
      func testClean() {
        withDeterministicScheduling(schedules: 20) { XCTAssertTrue(true) }
      }
    }
    """

  static let testing = """
    import Dispatch
    import GCDCheck
    import Testing

    @Suite struct Programs {
      @Test func body() {
        withDeterministicScheduling(schedules: 20) { #expect(1 == 2, "in the body") }
      }
      @Test func block() {
        withDeterministicScheduling(schedules: 20) {
          let group = DispatchGroup()
          DispatchQueue.global().async(group: group) { Issue.record("in a block") }
          group.wait()
        }
      }
      @Test func after() {
        withDeterministicScheduling(schedules: 20) { DispatchQueue(label: "com.acme.after").sync {} }
        #expect(1 == 2, "after the call")
      }
      #if compiler(>=6.1)
      @Test(.deterministicScheduling(schedules: 20)) func trait() {
        DispatchQueue(label: "com.acme.trait").sync {}
      }
      #endif
    }
    """
}
