// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import XCTest

/// Why operations that depend on each other cannot continue.
final class OperationGraphTests: XCTestCase {
  private typealias Node = OperationGraph.Node

  func testACircleComesFirst() {
    let graph = OperationGraph([
      Node(.queued, queue: 0, dependencies: [1]), Node(.made),
      Node(.queued, queue: 0, dependencies: [3]), Node(.queued, queue: 0, dependencies: [2]),
    ])
    XCTAssertEqual(graph.causes(), [.circle([2, 3]), .neverAdded(1)])
    XCTAssertEqual(graph.causes(of: [0]), [.neverAdded(1)])
  }

  func testAnOperationMayDependOnItself() {
    XCTAssertEqual(OperationGraph([Node(.queued, queue: 0, dependencies: [0])]).causes(), [.circle([0])])
  }

  func testWhatNothingDependsOnIsNoCause() {
    XCTAssertEqual(OperationGraph([Node(.made), Node(.queued, queue: 0)]).causes(), [])
  }

  func testASuspendedQueueIsTheCauseOfThoseThatAreReady() {
    let graph = OperationGraph([
      Node(.queued, queue: 1, isQueueSuspended: true),
      Node(.queued, queue: 0, dependencies: [0]),
      Node(.queued, queue: 1, isQueueSuspended: true, dependencies: [0]),
    ])
    XCTAssertEqual(graph.causes(), [.suspended(queue: 1)])
  }

  func testAReadyOperationWaitsForThoseThatItsQueueRuns() {
    let graph = OperationGraph([
      Node(.queued, queue: 0), Node(.started, queue: 0), Node(.started, queue: 1),
    ])
    XCTAssertEqual(graph.causes(of: [0]), [.started(1)])
    XCTAssertEqual(graph.causes(), [.started(1), .started(2)])
  }

  func testWhatHasNoRoomComesBeforeThoseThatRun() {
    let graph = OperationGraph([
      Node(.started, queue: 0), Node(.queued, queue: 0, isQueueFull: true),
      Node(.queued, queue: 0, isQueueFull: true, dependencies: [1]),
    ])
    XCTAssertEqual(graph.causes(), [.queueFull(1), .started(0)])
    XCTAssertEqual(graph.causes(of: [1]), [.started(0)])
    XCTAssertEqual(graph.running(inQueueOf: 1), [0])
  }

  func testAQueueWithRoomHoldsNothingUp() {
    XCTAssertEqual(
      OperationGraph([Node(.started, queue: 0), Node(.queued, queue: 0)]).causes(), [.started(0)])
  }

  func testALongChainEndsAtItsRoot() {
    let chain = (0..<500).map { Node(.queued, queue: 0, dependencies: [$0 + 1]) }
    XCTAssertEqual(OperationGraph(chain + [Node(.started, queue: 0)]).causes(of: [0]), [.started(500)])
  }
}
