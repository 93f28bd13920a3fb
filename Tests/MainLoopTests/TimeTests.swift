// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDCheck
import Glibc
import XCTest

/// Every clock and every source of chance answers virtually, and the same in each run of a schedule.
final class TimeTests: XCTestCase {
  private static let clocks: [(String, () -> Int)] = [
    ("realtime", { read(CLOCK_REALTIME) }),
    ("realtime, coarse", { read(CLOCK_REALTIME_COARSE) }),
    ("monotonic", { read(CLOCK_MONOTONIC) }),
    ("monotonic, raw", { read(CLOCK_MONOTONIC_RAW) }),
    ("monotonic, coarse", { read(CLOCK_MONOTONIC_COARSE) }),
    ("boot time", { read(CLOCK_BOOTTIME) }),
    ("atomic time", { read(11) }),
    ("of the process", { read(CLOCK_PROCESS_CPUTIME_ID) }),
    ("of the thread", { read(CLOCK_THREAD_CPUTIME_ID) }),
    ("clock()", { clock() * 1_000 }),
    ("time()", { time(nil) * 1_000_000_000 }),
    (
      "gettimeofday",
      {
        var time = timeval()
        gettimeofday(&time, nil)
        return time.tv_sec * 1_000_000_000 + Int(time.tv_usec) * 1_000
      }
    ),
    (
      "timespec_get",
      {
        var time = timespec()
        timespec_get(&time, TIME_UTC)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
      }
    ),
    ("Date", { Int(Date().timeIntervalSinceReferenceDate * 1_000) * 1_000_000 }),
    ("DispatchTime", { Int(DispatchTime.now().uptimeNanoseconds) }),
    ("DispatchWallTime", { Int(bitPattern: UInt(DispatchWallTime.now().rawValue)) }),
    ("uptime of the system", { Int(ProcessInfo.processInfo.systemUptime * 1_000) * 1_000_000 }),
  ]

  private static let sleeps: [(String, () -> Void)] = [
    ("sleep", { sleep(2) }),
    ("usleep", { usleep(2_000_000) }),
    (
      "nanosleep",
      {
        var time = timespec(tv_sec: 2, tv_nsec: 0)
        nanosleep(&time, nil)
      }
    ),
    (
      "clock_nanosleep, relative",
      {
        var time = timespec(tv_sec: 2, tv_nsec: 0)
        clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
      }
    ),
    (
      "clock_nanosleep, absolute",
      {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec += 2
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, nil)
      }
    ),
    ("Thread.sleep", { Thread.sleep(forTimeInterval: 2) }),
    ("Thread.sleep until", { Thread.sleep(until: Date() + 2) }),
    ("poll without descriptors", { poll(nil, 0, 2_000) }),
    ("run loop", { RunLoop.main.run(until: Date() + 2) }),
  ]

  private static func read(_ clock: Int32) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Each clock reads the same at the same point of every schedule, and goes on by what was slept.
  func testClocks() {
    for (name, read) in TimeTests.clocks {
      var readings: Set<[Int]> = []
      expectClean(schedules: 5) {
        let first = read()
        let again = read()
        sleep(3)
        readings.insert([first, again, abs(read() - first)])
      }
      XCTAssertEqual(readings.count, 1, name)
      guard let reading = readings.first else { continue }
      XCTAssertEqual(reading[0], reading[1], "\(name) stands still while code runs")
      XCTAssertEqual(reading[2], 3_000_000_000, name)
    }
  }

  func testSleeps() {
    let begin = Date()
    for (name, sleep) in TimeTests.sleeps {
      var spans: Set<Int> = []
      expectClean(schedules: 3) {
        let start = DispatchTime.now().uptimeNanoseconds
        sleep()
        spans.insert(Int(DispatchTime.now().uptimeNanoseconds - start) / 100_000)
      }
      XCTAssertEqual(spans, [20_000], name)
    }
    XCTAssertLessThan(Date().timeIntervalSince(begin), 10)
  }

  func testSwiftClocks() {
    var spans: Set<String> = []
    expectClean(schedules: 3) {
      let continuous = ContinuousClock.now
      let suspending = SuspendingClock.now
      sleep(5)
      spans.insert("\(continuous.duration(to: .now)) \(suspending.duration(to: .now))")
    }
    XCTAssertEqual(spans, ["5.0 seconds 5.0 seconds"])
  }

  /// Run again, a schedule draws the same numbers; another schedule draws others.
  func testChance() {
    let sources: [(String, () -> String)] = [
      ("SystemRandomNumberGenerator", { "\(UInt64.random(in: 0 ... .max))" }),
      ("UUID", { UUID().uuidString }),
      (
        "getentropy",
        {
          var value: UInt64 = 0
          getentropy(&value, 8)
          return "\(value)"
        }
      ),
      ("shuffled", { "\((0..<20).shuffled())" }),
    ]
    for (name, draw) in sources {
      var drawn: [String] = []
      let first = exploreSchedules(schedules: 1, seed: 5) { drawn.append(draw()) }
      let second = exploreSchedules(schedules: 1, seed: 5) { drawn.append(draw()) }
      XCTAssertEqual(first.traceHash, second.traceHash, name)
      XCTAssertEqual(Set(drawn).count, 1, name)
    }
    var hashes: Set<Int> = []
    expectClean(schedules: 3) { hashes.insert("gcdcheck".hashValue) }
    XCTAssertEqual(hashes.count, 1)
  }

  func testIdentity() {
    expectClean(schedules: 20) {
      let journal = Journal()
      journal.note(Thread.isMainThread)
      journal.note(Thread.current === Thread.mainThread)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        journal.note(Thread.isMainThread)
        journal.note(Thread.current === Thread.mainThread)
      }
      group.wait()
      try require(journal.text == "true true false false", journal.text)
    }
  }
}
