// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import XCTest

@testable import GCDModel

/// With which wait a report on a cycle begins.
final class CycleStartTests: XCTestCase {
  private let lock = ObjectID(.lock, 1)
  private let group = ObjectID(.group, 1)
  private let queue = ObjectID(.queue, 5)
  private let mainQueue = ObjectID(.queue, 0)
  private let (first, second) = (TaskID(3), TaskID(4))

  private func edge(_ waiter: TaskID, _ kind: WaitKind, _ resource: ObjectID, _ holder: TaskID) -> WaitEdge {
    WaitEdge(waiter: waiter, kind: kind, resource: resource, holder: holder)
  }

  private func start(_ edges: [WaitEdge]) -> TaskID? {
    edges.fromWaitInSection(mainQueue: mainQueue).first?.waiter
  }

  func testTheHolderOfTheLockWaitsForTheOther() {
    let (enters, waits) = (edge(first, .lock, lock, second), edge(second, .group, group, first))
    XCTAssertEqual(start([enters, waits]), second)
    XCTAssertEqual(start([waits, enters]), second)
  }

  func testTheBlockOfTheQueueWaitsForTheOther() {
    let (enters, waits) = (edge(first, .queue, queue, second), edge(second, .semaphore, group, first))
    XCTAssertEqual(start([enters, waits]), second)
  }

  /// The main thread need not be in a block of its queue.
  func testTheMainQueueIsNoSection() {
    let edges = [edge(first, .queue, mainQueue, .body), edge(.body, .group, group, first)]
    XCTAssertEqual(start(edges), first)
  }

  func testTwoLocksAreAMatterOfTheirOrder() {
    let edges = [edge(first, .lock, lock, second), edge(second, .lock, ObjectID(.lock, 2), first)]
    XCTAssertEqual(edges.fromWaitInSection(mainQueue: mainQueue), edges)
  }

  func testThreeKeepTheirOrder() {
    let third = TaskID(5)
    let edges = [
      edge(first, .lock, lock, second), edge(second, .queue, queue, third), edge(third, .group, group, first),
    ]
    let found = edges.fromWaitInSection(mainQueue: mainQueue)
    XCTAssertEqual(found.map(\.waiter), [third, first, second])
  }
}
