// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary
import XCTest

/// The columns of the table agree with each other.
final class OperationSemanticsTests: XCTestCase {
  private let kinds = OperationKind.allCases

  func testEachCaseOfAColumnIsUsed() {
    XCTAssertEqual(Set(kinds.map(\.uses)), Set(OperationSemantics.Use.allCases))
    XCTAssertEqual(Set(kinds.map(\.releases)), Set(OperationSemantics.Release.allCases))
    XCTAssertEqual(Set(kinds.map(\.acquires)), Set(OperationSemantics.Acquire.allCases))
    XCTAssertEqual(Set(kinds.map(\.lockEffect)), Set(OperationSemantics.LockEffect.allCases))
    XCTAssertEqual(Set(kinds.map(\.waitsFor)), Set(OperationSemantics.Wait.allCases))
  }

  func testWhoeverTakesALockComesBehindItsFormerHolder() {
    for kind in kinds {
      switch kind.lockEffect {
      case .take, .takeShared, .tryTake, .tryTakeShared, .once:
        XCTAssert([.lock, .writeLock].contains(kind.acquires), "\(kind)")
      case .giveBack:
        XCTAssert([.lock, .readWriteLock].contains(kind.releases), "\(kind)")
      case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
        .handedSection, .turn, .sectionEnd, .settle, .semaphoreWait, .semaphoreSignal, .groupWait,
        .conditionWait, .status, .statusSection:
        break
      }
    }
  }

  func testAnAttemptNeverWaits() {
    for kind in [.tryLock, .tryReadLock, .tryWriteLock, .tryJoin] as [OperationKind] {
      XCTAssertEqual(kind.waitsFor, .nothing, "\(kind)")
    }
  }

  func testAnAttemptOrdersAsTheCallThatWaits() {
    let pairs: [(OperationKind, OperationKind)] = [
      (.tryLock, .lock), (.tryReadLock, .readLock), (.tryWriteLock, .writeLock), (.tryJoin, .join),
    ]
    for (attempt, call) in pairs {
      XCTAssertEqual(attempt.acquires, call.acquires, "\(attempt)")
      XCTAssertEqual(attempt.releases, call.releases, "\(attempt)")
    }
  }

  func testTheEndOfAWaitIsWaitedFor() {
    let wakes = kinds.filter { $0.acquires == .wake }
    XCTAssertEqual(Set(wakes), [.groupWake, .itemWake, .conditionWake, .barrierWake])
    for kind in wakes {
      XCTAssertNotEqual(kind.waitsFor, .nothing, "\(kind)")
    }
  }

  func testWhatUsesNothingOrdersNothingThatOthersMayTurnRound() {
    for kind in kinds where kind.uses == .nothing {
      XCTAssert([.none, .thread].contains(kind.releases), "\(kind)")
      XCTAssert([.none, .wake].contains(kind.acquires), "\(kind)")
      XCTAssertEqual(kind.lockEffect, .none, "\(kind)")
    }
  }

  func testCallsOnDescriptorsAreThoseOfTheKernel() {
    let numbers = Set(kinds.filter(\.isDescriptorCall).map(\.rawValue))
    XCTAssertEqual(numbers, Set(104...113).union(144...149))
    for kind in kinds where kind.isDescriptorCall { XCTAssertEqual(kind.uses, .everything, "\(kind)") }
  }

  func testBarriersAreSubmittedAsOtherBlocksAre() {
    let pairs: [(OperationKind, OperationKind)] = [
      (.barrierSync, .sync), (.barrierAsyncAndWait, .asyncAndWait),
    ]
    for (barrier, plain) in pairs {
      XCTAssertEqual(barrier.uses, plain.uses)
      XCTAssertEqual(barrier.releases, plain.releases)
      XCTAssertEqual(barrier.acquires, plain.acquires)
      XCTAssertEqual(barrier.lockEffect, plain.lockEffect)
      XCTAssertTrue(barrier.isBarrier && !plain.isBarrier)
    }
    XCTAssertEqual(OperationKind.barrierAsync.releases, OperationKind.async.releases)
  }
}
