// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Waits that operations of Foundation's were to end.
extension Sample {
  static var operations: [(name: String, finding: Finding)] {
    let write = operation(at: 12)
    let review = operation(at: 13)
    let circle = OperationObstacle.circle([
      OperationObstacle.Link(write, at: place(18)), OperationObstacle.Link(review, at: place(17)),
    ])
    let upload = ObjectName(.operation, label: "Upload", ordinal: 2)
    return [
      ("GCD103-operations-circle", semaphore(circle, Omission(.dependsInCircle, at: place(18)))),
      (
        "GCD103-operation-not-added",
        semaphore(
          .neverAdded(write, dependents: 2, location: place(19)),
          Omission(.dependsOnNeverAdded, at: place(19)), waitLine: 33)
      ),
      (
        "GCD105-operations-suspended",
        awaiting(
          review, .queueSuspended(label: "review", waiting: 3, location: place(15)),
          Omission(.operationsSuspended, at: place(15)))
      ),
      (
        "GCD105-operation-not-finished",
        awaiting(
          upload, .neverFinished(upload, submitted: place(6)), Omission(.operationNotFinished, at: place(6)),
          waitLine: 34)
      ),
      ("GCD105-operation-waits-for-itself", awaiting(write, .runsItself(write), waitLine: 35)),
      (
        "GCD105-operation-is-stuck",
        awaiting(write, .runs(upload, by: "worker 1", location: place(8)), waitLine: 36)
      ),
      (
        "GCD103-operation-queue-full",
        semaphore(
          .queueFull(upload, label: "network", limit: 2, running: [write, review], isOwn: false),
          waitLine: 37)
      ),
      (
        "GCD105-operation-has-the-place",
        awaiting(
          write, .queueFull(write, label: nil, limit: 1, running: [upload], isOwn: true), waitLine: 38)
      ),
    ]
  }

  private static func place(_ line: Int) -> CodeLocation { at("Sources/App/Article.swift", line, 9) }

  private static func operation(at line: Int) -> ObjectName {
    ObjectName(.operation, created: place(line), ordinal: line)
  }

  private static func semaphore(
    _ obstacle: OperationObstacle, _ omission: Omission? = nil, waitLine: Int = 30
  ) -> Finding {
    let published = ObjectName(.semaphore, created: place(10))
    var finding = Finding(
      .semaphoreNeverSignaled(
        StarvedSemaphore(
          WaitEdge(
            waiter: "main thread", .wait, for: published, at: place(waitLine), wakers: [.operations(obstacle)]
          ),
          initialValue: 0)),
      participants: [
        Participant(
          "main thread", .blocked(in: .wait, on: published),
          stack: [frame("Article.publish\(waitLine)()", place(waitLine))])
      ],
      context: context("AppTests.ArticleTests/testPublish"))
    finding.omission = omission
    if let omission { finding.location = omission.location }
    return finding
  }

  private static func awaiting(
    _ awaited: ObjectName, _ obstacle: OperationObstacle, _ omission: Omission? = nil, waitLine: Int = 31
  ) -> Finding {
    var finding = Finding(
      .waitNeverSatisfied(
        StarvedWait(
          .operation,
          WaitEdge(
            waiter: "main thread", .conditionWait, for: awaited, at: place(waitLine),
            wakers: [.operations(obstacle)]))),
      participants: [
        Participant(
          "main thread", .blocked(in: .conditionWait, on: awaited),
          stack: [
            library("NSCondition.wait()"), library("Operation.waitUntilFinished()"),
            frame("Article.finish\(waitLine)()", place(waitLine)),
          ])
      ],
      context: context("AppTests.ArticleTests/testFinish"))
    finding.omission = omission
    if let omission { finding.location = omission.location }
    return finding
  }
}
