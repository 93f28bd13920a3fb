// Licensed under the Apache License, Version 2.0; see LICENSE.
import Acme
import Dispatch
import XCTest

final class CacheTests: XCTestCase {
  func testPut() {
    let cache = Cache()
    cache.put("a", 1)
    XCTAssertEqual(cache.get("a"), 1)
  }

  func testFlushWhileGet() {
    let cache = Cache()
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 2
    DispatchQueue.global().async {
      _ = cache.get("a")
      done.fulfill()
    }
    DispatchQueue.global().async {
      cache.flush()
      done.fulfill()
    }
    wait(for: [done], timeout: 5)
  }

  func testCount() { XCTAssertEqual(Cache().count(), 0) }

  func testTimesOutOnlyVirtually() {
    let never = expectation(description: "never")
    never.isInverted = true
    wait(for: [never], timeout: 60)
  }

  func testSuspends() async {
    await Task.yield()
    XCTAssertNotNil(Cache())
  }

  func testIsSkipped() throws { throw XCTSkip("a fixture: shows how a skipped test is reported") }

  func testIsWrong() { XCTAssertEqual(1 + 1, 3, "whatever the order") }

  func testCrashes() {
    let numbers = [Cache().get("a") ?? 7]
    XCTAssertEqual(numbers[numbers[0]], 0)
  }

  func testPutTwice() {
    let cache = Cache()
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 2
    for number in 1...2 {
      DispatchQueue.global().async {
        cache.put("a", number)
        done.fulfill()
      }
    }
    wait(for: [done], timeout: 5)
    XCTAssertNotNil(cache.get("a"))
  }
}
