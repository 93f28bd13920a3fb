// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDInterposeProbe
import Dispatch
import Foundation
import XCTest

private let lazyGlobal: Int = Int(CommandLine.argc) + 1

/// That calls which Swift's libraries make for the user arrive, and that their own stay apart from the
/// user's.
final class SwiftArrivalTests: XCTestCase {
  func testQueueFromTheOverlay() {
    let lines = recordControlled {
      let queue = DispatchQueue(label: "made.in.swift")
      queue.async { probe_note("async ran") }
      queue.sync { probe_note("sync ran") }
      queue.sync(flags: .barrier) { probe_note("barrier ran") }
    }
    XCTAssertEqual(
      lines.filter { !$0.hasPrefix("leave") },
      [
        "queue created made.in.swift from a library",
        "async ? group - block from a library", "async ran",
        "sync ? from a library", "sync ran",
        "sync ? barrier from a library", "barrier ran",
        "last release ? 0 from a library",
      ])
  }

  func testSynchronousBlockIsNotCopied() {
    var local = 0
    _ = recordControlled {
      let queue = DispatchQueue(label: "q")
      withoutActuallyEscaping({ local += 1 }) { body in queue.sync(execute: body) }
    }
    XCTAssertEqual(local, 1)
  }

  func testLazyGlobal() {
    var value = 0
    let lines = recordControlled {
      value = lazyGlobal
      value += lazyGlobal
    }
    XCTAssertEqual(value, 2 * (Int(CommandLine.argc) + 1))
    XCTAssertEqual(lines.filter { $0 == "swift once" }, ["swift once"])
  }

  func testLocksOfFoundationAreTheUsers() {
    let lines = recordControlled {
      let lock = NSLock()
      lock.lock()
      lock.unlock()
      _ = lock.try()
      lock.withLock {}
      lock.unlock()
      _ = lock.lock(before: Date(timeIntervalSinceNow: 1))
      let condition = NSCondition()
      condition.lock()
      condition.signal()
      _ = condition.wait(until: Date(timeIntervalSinceNow: 1))
      condition.unlock()
      let states = NSConditionLock(condition: 0)
      states.lock(whenCondition: 0)
      states.unlock(withCondition: 1)
    }
    let kinds = lines.map { $0.split(separator: " ").prefix { $0 != "?" }.joined(separator: " ") }
    XCTAssertEqual(
      kinds.filter { !$0.hasPrefix("swift once") && !$0.hasPrefix("once") && !$0.hasPrefix("begin") },
      [
        "lock", "unlock", "lock", "lock", "unlock", "unlock", "lock",
        "lock", "condition signal", "condition wait", "unlock",
        "lock", "unlock", "lock", "condition signal", "unlock",
      ])
    XCTAssertFalse(lines.contains { $0.contains("internal") })
  }

  func testLocksInsideFoundationAreInternal() {
    let lines = recordControlled {
      _ = DateFormatter().string(from: Date(timeIntervalSince1970: 0))
    }
    XCTAssertEqual(lines.filter { $0.hasPrefix("lock ?") || $0.hasPrefix("unlock ?") }, [])
  }

  /// Between a look at a cache and its change others come, so that its lock is the program's.
  func testTheLockOfACacheIsOneOfTheProgram() {
    let lines = recordControlled {
      let cache = NSCache<NSString, NSString>()
      _ = cache.object(forKey: "key")
      cache.setObject("value", forKey: "key")
    }
    let kinds = lines.filter { $0.hasPrefix("lock ?") || $0.hasPrefix("unlock ?") }
      .map { $0.split(separator: " ").first }
    XCTAssertEqual(kinds, ["lock", "unlock", "lock", "unlock"])
  }

  func testClocksAndRandomness() {
    var date = Date()
    var numbers: [UInt64] = []
    var processors = 0
    _ = recordControlled {
      date = Date()
      var generator = SystemRandomNumberGenerator()
      numbers = [generator.next(), UInt64.random(in: .min ... .max)]
      processors = ProcessInfo.processInfo.processorCount
      Thread.sleep(forTimeInterval: 100)
    }
    XCTAssertEqual(date.timeIntervalSince1970, 5000.123456, accuracy: 0.00001)
    XCTAssertEqual(numbers, [0x5a5a_5a5a_5a5a_5a5a, 0x5a5a_5a5a_5a5a_5a5a])
    XCTAssertEqual(processors, 4)
  }

  func testContinuousClockIsAsked() {
    let lines = recordControlled {
      XCTAssertEqual(DispatchTime.now().uptimeNanoseconds, 1000 * 1_000_000_000)
      Thread.sleep(forTimeInterval: 100)
    }
    XCTAssertEqual(lines.filter { $0.hasPrefix("sleep") }, ["sleep 100000000000 from a library"])
  }

  func testPrintLocksItsStream() {
    let lines = recordControlled { print("", terminator: "") }
    XCTAssertEqual(lines, ["lock ? from a library", "unlock ? from a library"])
  }

  func testTaskComesAsAFunction() {
    let lines = recordControlled { Task {} }
    XCTAssertEqual(lines.filter { $0.hasPrefix("async") }, ["async ? group - from a library"])
  }

  func testOperationQueueArrives() {
    let lines = recordControlled {
      let queue = OperationQueue()
      queue.addOperation { probe_note("operation ran") }
    }
    XCTAssertTrue(lines.contains("operation ran"))
    XCTAssertEqual(lines.filter { $0.hasPrefix("async") }.count, 1)
  }
}
#endif
