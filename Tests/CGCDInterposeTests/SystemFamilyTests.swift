// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDInterposeProbe
import XCTest

/// What each family of pthread, stdio, the kernel, clocks and entropy hands to the hooks.
final class SystemFamilyTests: XCTestCase {
  func testMutexes() {
    XCTAssertEqual(
      record(probe_mutexes),
      """
      begin 0 m
      lock m -1
      locked 0
      lock m 0 try
      busy 1
      unlock m
      lock m 1002000000000
      timed 0
      unlock m
      lock m 1003000000000
      clock 0
      lock m 0
      lock m 9223368036731319018
      malformed 1
      unlock m
      forget m

      """)
  }

  func testConditions() {
    XCTAssertEqual(
      record(probe_conditions),
      """
      condition wait wall m -1
      condition wait wall m 1002000000000
      timed out 1
      condition wait monotonic m 1003000000000
      condition wait wall m 1003000000000
      condition signal wall
      condition signal wall all

      """)
  }

  func testFiles() {
    XCTAssertEqual(
      record(probe_files),
      """
      lock stderr
      try stderr
      tried 5
      unlock stderr

      """)
  }

  func testSystemCalls() {
    XCTAssertEqual(
      record(probe_system_calls),
      """
      futex word 4 3 4 other 5
      futex -1 again
      thread 4242 4242
      thread 77 77
      random 4
      random 4
      byte 5a
      thread 77
      real thread 1 1

      """)
  }

  func testClocks() {
    XCTAssertEqual(
      record(probe_clocks),
      """
      monotonic 1000 0
      wall 5000 123456789
      processor time real
      day 5000 123456
      time 5000
      stored 5000
      utc 5000 123456789
      dispatch 1000000000005
      walltime -5000123456794

      """)
  }

  func testSleeps() {
    XCTAssertEqual(
      record(probe_sleeps),
      """
      sleep 1000000005
      sleep 1000000005
      sleep 7999999990
      sleep 7000
      sleep 2000000000
      rest 0
      malformed -1 1
      yield

      """)
  }

  func testEntropy() {
    XCTAssertEqual(
      record(probe_entropy),
      """
      random 3
      count 3
      random 3
      entropy 0
      random 4
      arc4 5a5a5a5a
      random 3
      random 4
      uniform 0
      byte 5a

      """)
  }

  func testProcessors() {
    XCTAssertEqual(
      record(probe_processors),
      """
      online 4
      configured 4
      page 1
      nprocs 4 4
      affinity 4

      """)
  }

  func testThreads() {
    XCTAssertEqual(
      record(probe_threads),
      """
      thread
      made 0 controlled 0

      """)
  }
}
#endif
