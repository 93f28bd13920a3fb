// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CGCDInterpose
import Dispatch
import Foundation
import GCDModel
import GCDVocabulary
import XCTest

/// What `signal` answers, against the real library: waiters that it has served count no more, whether they
/// have run since or not.
final class SemaphoreAnswerTests: XCTestCase {
  private static let signals = 4

  func testTheModelAnswersAsTheRealLibrary() {
    for initial in 0...2 {
      for waiters in 0...3 {
        let answers = modelled(initial, waiters: waiters)
        XCTAssertEqual(answers, real(initial, waiters: waiters), "value \(initial), \(waiters) waiters")
        XCTAssertEqual(answers.count { $0 }, waiters)
      }
    }
  }

  /// Whether each of the signals says that it wakes a waiter.
  private func real(_ initial: Int, waiters: Int) -> [Bool] {
    let semaphore = DispatchSemaphore(value: initial)
    for _ in 0..<initial + waiters { Thread.detachNewThread { semaphore.wait() } }
    // The first field of the overlay's class is the library's object.
    let object = Unmanaged.passUnretained(semaphore).toOpaque()
      .load(fromByteOffset: 16, as: UnsafeMutableRawPointer.self)
    var original = 0
    while gcdc_semaphore_value(object, &original) != -waiters { usleep(1_000) }
    let answers = (0..<SemaphoreAnswerTests.signals).map { _ in semaphore.signal() != 0 }
    // Below its initial value it must not be destroyed.
    for _ in 0..<initial { semaphore.signal() }
    return answers
  }

  private func modelled(_ initial: Int, waiters: Int) -> [Bool] {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: initial, creator: stage.body)
    for _ in 0..<initial + waiters { stage.act(stage.thread(), .wait, semaphore, argument: never) }
    return (0..<SemaphoreAnswerTests.signals).map { _ in
      stage.act(stage.body, .signal, semaphore)?.result == 1
    }
  }
}
#endif
