// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import XCTest

extension Case {
  static let expectations: [Case] = [
    Case("fulfilled before the wait", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      done.fulfill()
      journal.note(wait([done]))
    },
    Case("fulfilled on main", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      DispatchQueue.main.async { done.fulfill() }
      journal.note(wait([done]))
    },
    Case("fulfilled elsewhere", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      DispatchQueue.global().async { done.fulfill() }
      journal.note(wait([done]))
    },
    Case("fulfilled by a timer", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      _ = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: false) { _ in done.fulfill() }
      journal.note(wait([done]))
    },
    Case("fulfilled by an operation", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      OperationQueue().addOperation { done.fulfill() }
      journal.note(wait([done]))
    },
    Case("never fulfilled", "timedOut") { journal in
      journal.note(wait([XCTestExpectation(description: "never")], timeout: 0.05))
    },
    Case("fulfilled too late", "timedOut late") { journal in
      let done = XCTestExpectation(description: "done")
      DispatchQueue.main.asyncAfter(deadline: soon(80)) {
        done.fulfill()
        journal.note("late")
      }
      journal.note(wait([done], timeout: 0.03))
      turn(120)
    },
    // XCTest for Linux forgets which were fulfilled.
    Case("one of two is missing", "timedOut 0") { journal in
      let waiter = XCTWaiter()
      let done = XCTestExpectation(description: "done")
      DispatchQueue.main.async { done.fulfill() }
      journal.note(
        waiter.wait(for: [done, XCTestExpectation(description: "never")], timeout: 0.05))
      journal.note(waiter.fulfilledExpectations.count)
    },
    Case("inverted and not fulfilled", "completed") { journal in
      let never = XCTestExpectation(description: "never")
      never.isInverted = true
      journal.note(wait([never], timeout: 0.04))
    },
    Case("inverted and fulfilled", "invertedFulfillment") { journal in
      let never = XCTestExpectation(description: "never")
      never.isInverted = true
      DispatchQueue.global().async { never.fulfill() }
      journal.note(wait([never]))
    },
    Case("three times", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      done.expectedFulfillmentCount = 3
      for _ in 0..<3 { DispatchQueue.main.async { done.fulfill() } }
      journal.note(wait([done]))
    },
    Case("two times of three", "timedOut") { journal in
      let done = XCTestExpectation(description: "done")
      done.expectedFulfillmentCount = 3
      for _ in 0..<2 { DispatchQueue.main.async { done.fulfill() } }
      journal.note(wait([done], timeout: 0.05))
    },
    Case("more often than expected, which is allowed", "completed") { journal in
      let done = XCTestExpectation(description: "done")
      done.assertForOverFulfill = false
      done.fulfill()
      done.fulfill()
      journal.note(wait([done]))
    },
    Case("in the order asked for", "completed") { journal in
      let first = XCTestExpectation(description: "first")
      let second = XCTestExpectation(description: "second")
      DispatchQueue.main.async { first.fulfill() }
      DispatchQueue.main.async { second.fulfill() }
      journal.note(wait([first, second], enforceOrder: true))
    },
    Case("in another order than asked for", "incorrectOrder") { journal in
      let first = XCTestExpectation(description: "first")
      let second = XCTestExpectation(description: "second")
      DispatchQueue.main.async { second.fulfill() }
      DispatchQueue.main.async { first.fulfill() }
      journal.note(wait([first, second], enforceOrder: true))
    },
    Case("the order in which they were fulfilled", "0") { journal in
      let waiter = XCTWaiter()
      let first = XCTestExpectation(description: "first")
      let second = XCTestExpectation(description: "second")
      DispatchQueue.main.async { second.fulfill() }
      DispatchQueue.main.async { first.fulfill() }
      _ = waiter.wait(for: [first, second], timeout: 1)
      journal.note(waiter.fulfilledExpectations.count)
    },
    Case("two waits, one after the other", "completed completed") { journal in
      for _ in 0..<2 {
        let done = XCTestExpectation(description: "done")
        DispatchQueue.global().async { DispatchQueue.main.async { done.fulfill() } }
        journal.note(wait([done]))
      }
    },
    Case("a wait inside a block of main", "completed outer") { journal in
      let outer = XCTestExpectation(description: "outer")
      DispatchQueue.main.async {
        let inner = XCTestExpectation(description: "inner")
        DispatchQueue.global().async { inner.fulfill() }
        journal.note(wait([inner]))
        outer.fulfill()
      }
      if wait([outer]) == "completed" { journal.note("outer") }
    },
    Case("a notification", "completed") { journal in
      let name = Notification.Name("com.acme.ready")
      let posted = XCTNSNotificationExpectation(name: name)
      DispatchQueue.main.async { NotificationCenter.default.post(name: name, object: nil) }
      journal.note(wait([posted]))
    },
    Case("a notification that its handler refuses first", "completed 2") { journal in
      let name = Notification.Name("com.acme.progress")
      let posted = XCTNSNotificationExpectation(name: name)
      let count = Tally()
      posted.handler = { _ in
        count.value += 1
        return count.value == 2
      }
      for _ in 0..<2 {
        DispatchQueue.main.async { NotificationCenter.default.post(name: name, object: nil) }
      }
      journal.note(wait([posted]))
      journal.note(count.value)
    },
    Case("a predicate that becomes true", "completed") { journal in
      let flag = Tally()
      let holds = XCTNSPredicateExpectation(
        predicate: NSPredicate(block: { _, _ in flag.value > 0 }), object: nil)
      DispatchQueue.main.asyncAfter(deadline: soon(30)) { flag.value = 1 }
      journal.note(wait([holds]))
    },
    Case("a predicate that stays false", "timedOut") { journal in
      let holds = XCTNSPredicateExpectation(predicate: NSPredicate(value: false), object: nil)
      journal.note(wait([holds], timeout: 0.05))
    },
    Case("a test case that waits", "done 0") { journal in
      let test = CollectingCase()
      let done = test.expectation(description: "done")
      DispatchQueue.main.async {
        journal.note("done")
        done.fulfill()
      }
      test.wait(for: [done], timeout: 1)
      journal.note(test.failures.count)
    },
    Case(
      "a test case that waits in vain",
      "Asynchronous wait failed - Exceeded timeout of 0.05 seconds, with unfulfilled expectations: never"
    ) { journal in
      let test = CollectingCase()
      test.wait(for: [test.expectation(description: "never")], timeout: 0.05)
      for failure in test.failures { journal.note(failure) }
    },
    Case("waitForExpectations and its handler", "nil 0") { journal in
      MainActor.assumeIsolated {
        let test = CollectingCase()
        let done = test.expectation(description: "done")
        DispatchQueue.global().async { done.fulfill() }
        test.waitForExpectations(timeout: 1) { journal.note($0 == nil ? "nil" : "error") }
        journal.note(test.failures.count)
      }
    },
    Case("waitForExpectations in vain", "error 1") { journal in
      MainActor.assumeIsolated {
        let test = CollectingCase()
        _ = test.expectation(description: "never")
        test.waitForExpectations(timeout: 0.05) { journal.note($0 == nil ? "nil" : "error") }
        journal.note(test.failures.count)
      }
    },
  ]
}

private func wait(
  _ expectations: [XCTestExpectation], timeout: TimeInterval = 1, enforceOrder: Bool = false
) -> String {
  "\(XCTWaiter().wait(for: expectations, timeout: timeout, enforceOrder: enforceOrder))"
}

// Only the main thread counts.
private final class Tally: @unchecked Sendable { var value = 0 }

/// Keeps its failures to itself.
private final class CollectingCase: XCTestCase {
  private(set) var failures: [String] = []

  convenience init() { self.init(name: "collecting", testClosure: { _ in }) }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    failures.append(description)
  }
}
