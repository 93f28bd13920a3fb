// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDInterposeProbe
import XCTest

/// What each family of libdispatch hands to the hooks.
final class DispatchFamilyTests: XCTestCase {
  func testQueues() {
    XCTAssertEqual(
      record(probe_queues),
      """
      queue created a
      queue created b
      target a b
      width b -3
      specific a key key say
      real specific key
      get specific key
      got key
      current queue
      label com.apple.main-thread
      label a
      assert a 0
      assert a 1
      assert a 2

      """)
  }

  func testSubmissions() {
    XCTAssertEqual(
      record(probe_submissions),
      """
      queue created q
      async q group - block
        runs async
      async q group -
        runs async_f
      async q group -
        runs enforce
      async q group - block barrier
        runs barrier
      async q group - barrier
        runs barrier_f
      sync q
        runs sync
      sync q
        runs sync_f
      sync q barrier
        runs barrier_sync
      sync q barrier
        runs barrier_sync_f
      sync q wait
        runs and_wait
      sync q wait
        runs and_wait_f
      sync q barrier wait
        runs barrier_and_wait
      sync q barrier wait
        runs barrier_and_wait_f
      after 17 q block
        runs after
      after 18 q
        runs after_f

      """)
  }

  func testApply() {
    XCTAssertEqual(
      record(probe_apply),
      """
      queue created q
      apply 2 q
        index 0
        index 1
      apply 1 -
        index 0 f

      """)
  }

  func testWorkItems() {
    XCTAssertEqual(
      record(probe_work_items),
      """
      queue created q
      flags 1
      async q group - block barrier item
        runs item
      leave ?
      notify ? q block
        runs notified
      group wait ? 0 from a library
      wait -1
      cancelled 1
      sync q item cancelled
      leave ?
        runs performed

      """)
  }

  func testGroups() {
    XCTAssertEqual(
      record(probe_groups),
      """
      queue created q
      group created 0
      enter g
      leave g
      group wait g -1
      result -1 timed out
      notify g q block
        runs notify
      notify g q
        runs notify_f
      async q group g block
        runs group async
      async q group g
        runs group_async_f

      """)
  }

  func testSemaphores() {
    XCTAssertEqual(
      record(probe_semaphores),
      """
      semaphore created 2 +
      semaphore created -1 -
      none yes
      signal s
      signalled 1
      wait s 0
      waited 0

      """)
  }

  func testLifetime() {
    XCTAssertEqual(
      record(probe_lifetime),
      """
      queue created a
      suspend a
      count 1
      resume a
      suspend a
      count 0
      resume a
      activate a
      last release a 0
      external -1

      """)
  }

  func testSources() {
    XCTAssertEqual(
      record(probe_sources),
      """
      queue created q
      source created 1 q
      source created 2 q
      source created 3 q
      source created 5 q
      source created 0 q
      timer timer 1 2 3
      handler timer 0 block
        runs event
      handler timer 0 fetch
        runs context
      handler timer 1 block
        runs cancel
      handler timer 1 fetch
        runs context
      handler timer 3 block
        runs mandatory
      handler timer 3 fetch
        runs context
      handler timer 2 block
        runs registration
      handler timer 2 fetch
        runs context
      handler timer 0 block nothing
      merge add 9
      get data add
      data 8
      test cancel add
      cancelled 7
      cancel add
      get data add
      real data 0
      handler add 0 block
      cancel add
      test cancel add
      really cancelled 1
      cancel and wait timer

      """)
  }

  func testOnce() {
    XCTAssertEqual(
      record(probe_once),
      """
      round 0
      once first
        runs once
      once second
        runs once_f
      round 1

      """)
  }
}
#endif
