// Licensed under the Apache License, Version 2.0; see LICENSE.
import Acme
import Testing

@Suite struct LeftoverSuite {
  @Test func barrier() { Leftover.barrier() }
  @Test func lockDuringAWait() async { Leftover.lockDuringAWait() }

  @Test func waitThatTimeEnds() async { Leftover.waitThatTimeEnds() }
  @Test func answerOfMain() { Leftover.answerOfMain() }
}
