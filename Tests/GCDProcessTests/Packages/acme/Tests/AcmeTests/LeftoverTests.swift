// Licensed under the Apache License, Version 2.0; see LICENSE.
import Acme
import XCTest

/// What a test leaves behind when it has passed.
final class LeftoverTests: XCTestCase {
  func testBarrier() { Leftover.barrier() }
  func testLockDuringAWait() { Leftover.lockDuringAWait() }
  func testCycle() { Leftover.cycle() }
  func testTrap() { Leftover.trap() }

  func testWaitThatTimeEnds() { Leftover.waitThatTimeEnds() }
  func testAnswerOfMain() { Leftover.answerOfMain() }
  func testService() { Leftover.service() }
  func testPoll() { Leftover.poll() }
}
