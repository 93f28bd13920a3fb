// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDRuntime
import GCDSchedule
import Synchronization
import XCTest

/// Small programs with what the generated ones do not have: the search comes to every result that any order
/// comes to.
final class FeatureTests: XCTestCase {
  /// What a body writes down, in the order in which it does.
  // All tasks of a controlled run are on one thread of the operating system.
  private final class Log: @unchecked Sendable {
    var entries: [String] = []
    /// Given up outside control.
    var kept: [Any] = []
    var conclude: () -> Void = {}
    func write(_ entry: String) { entries.append(entry) }
  }

  private func results(
    _ strategy: Strategy, atMost limit: Int, _ body: @escaping (Log) -> Void
  ) throws -> (results: Set<String>, codes: Set<String>, exploration: Exploration) {
    var options = ExplorationOptions(
      schedules: limit, seed: 1, strategy: strategy, keepGoing: true, showOutput: .none, bodyHost: .served,
      save: false)
    options.mostShrinkingRuns = 0
    var results: Set<String> = []
    var log: Log?
    let exploration = try GCDRuntime.explore(
      options,
      failures: {
        if let log { results.insert(log.entries.joined(separator: " ")) }
        // What was made inactive is so still.
        log?.conclude()
        log = nil
        return []
      },
      body: {
        let fresh = Log()
        log = fresh
        body(fresh)
      })
    return (results, Set(exploration.findings.map(\.code)), exploration)
  }

  private func compare(
    _ name: String, results count: Int? = nil, line: UInt = #line, _ body: @escaping (Log) -> Void
  ) throws {
    let all = try results(.exhaustive(bound: 32), atMost: 20_000, body)
    XCTAssertEqual(all.exploration.search?.isComplete, true, "\(name) is too large", line: line)
    let found = try results(.exhaustive, atMost: 20_000, body)
    XCTAssertEqual(found.results, all.results, name, line: line)
    XCTAssertEqual(found.codes, all.codes, name, line: line)
    if found.exploration.search?.isComplete != true { XCTFail("\(name): \(found.exploration)", line: line) }
    if let count { XCTAssertEqual(found.results.count, count, name, line: line) }
  }

  func testOnce() throws {
    let once = unsafeBitCast(
      dlsym(dlopen(nil, RTLD_NOW), "dispatch_once_f"),
      to: (@convention(c) (
        UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
      ) -> Void).self)
    let token = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { token.deallocate() }
    try compare("once", results: 2) { log in
      token.pointee = 0
      // All tasks of a controlled run are on one thread of the operating system.
      nonisolated(unsafe) let token = token
      for name in ["a", "b"] {
        DispatchQueue.global().async {
          let context = Unmanaged.passRetained(Entry(log, name)).toOpaque()
          once(token, context) { Unmanaged<Entry>.fromOpaque($0!).takeUnretainedValue().write() }
          Unmanaged<Entry>.fromOpaque(context).release()
        }
      }
    }
  }

  private final class Entry {
    let log: Log
    let name: String
    init(_ log: Log, _ name: String) { (self.log, self.name) = (log, name) }
    func write() { log.write(name) }
  }

  /// A mutex of the standard library is atomic memory, and no call at all where nobody has to wait: the
  /// schedules beside the search come to both orders.
  func testMutexOfTheStandardLibrary() throws {
    let found = try results(.auto, atMost: 1_000) { log in
      let mutex = Shared()
      for name in ["a", "b"] {
        DispatchQueue.global().async { mutex.section { log.write(name) } }
      }
    }
    XCTAssertEqual(found.results.count, 2)
  }

  private final class Shared: Sendable {
    let mutex = Mutex(0)
    func section(_ body: () -> Void) { mutex.withLock { _ in body() } }
  }

  func testWorkItems() throws {
    try compare("cancelled item", results: 2) { log in
      // All tasks of a controlled run are on one thread of the operating system.
      nonisolated(unsafe) let item = DispatchWorkItem { log.write("ran") }
      log.kept.append(item)
      DispatchQueue.global().async(execute: item)
      item.cancel()
    }
    try compare("item with two followers") { log in
      let queue = DispatchQueue(label: "log")
      // All tasks of a controlled run are on one thread of the operating system.
      nonisolated(unsafe) let item = DispatchWorkItem { queue.async { log.write("item") } }
      log.kept.append(item)
      item.notify(queue: queue) { log.write("told") }
      DispatchQueue.global().async { item.perform() }
      let isInTime = item.wait(timeout: .now()) == .success
      queue.async { log.write(isInTime ? "in time" : "late") }
    }
  }

  func testApply() throws {
    try compare("apply", results: 2) { log in
      let queue = DispatchQueue(label: "log")
      DispatchQueue.concurrentPerform(iterations: 2) { index in queue.sync { log.write("\(index)") } }
    }
  }

  func testTimers() throws {
    try compare("timer and cancel") { log in
      let queue = DispatchQueue(label: "timer")
      // All tasks of a controlled run are on one thread of the operating system.
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      log.conclude = {
        timer.cancel()
        timer.activate()
      }
      timer.schedule(deadline: .now() + .milliseconds(1))
      timer.setEventHandler { log.write("fired") }
      timer.setCancelHandler { log.write("cancelled") }
      timer.resume()
      queue.asyncAfter(deadline: .now() + .milliseconds(1)) { timer.cancel() }
    }
    try compare("timers of one time", results: 2) { log in
      let queue = DispatchQueue(label: "timer")
      for name in ["a", "b"] {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
          queue.async { log.write(name) }
        }
      }
    }
  }

  func testSources() throws {
    try compare("added data") { log in
      let queue = DispatchQueue(label: "source")
      // All tasks of a controlled run are on one thread of the operating system.
      nonisolated(unsafe) let source = DispatchSource.makeUserDataAddSource(queue: queue)
      log.conclude = { source.activate() }
      source.setEventHandler { log.write("\(source.data)") }
      source.resume()
      DispatchQueue.global().async { source.add(data: 1) }
      source.add(data: 2)
    }
  }

  func testLocksOfFoundation() throws {
    try compare("condition") { log in
      let condition = NSCondition()
      let box = Log()
      DispatchQueue.global().async {
        condition.lock()
        box.write("ready")
        condition.signal()
        condition.unlock()
      }
      condition.lock()
      while box.entries.isEmpty {
        log.write("waits")
        condition.wait()
      }
      condition.unlock()
    }
    try compare("recursive lock", results: 2) { log in
      let lock = NSRecursiveLock()
      for name in ["a", "b"] {
        DispatchQueue.global().async { lock.withLock { lock.withLock { log.write(name) } } }
      }
    }
  }

  func testOperations() throws {
    try compare("operations", results: 2) { log in
      let operations = OperationQueue()
      operations.maxConcurrentOperationCount = 1
      log.kept.append(operations)
      for name in ["a", "b"] {
        DispatchQueue.global().async { operations.addOperation { log.write(name) } }
      }
    }
  }

  func testSpecifics() throws {
    // Swift 6.0's Dispatch does not say that keys may be shared.
    struct Key: @unchecked Sendable { let key = DispatchSpecificKey<String>() }
    let shared = Key()
    try compare("specifics") { log in
      let queue = DispatchQueue(label: "specific")
      queue.async { log.write(DispatchQueue.getSpecific(key: shared.key) ?? "none") }
      queue.setSpecific(key: shared.key, value: "set")
    }
  }

  func testPermits() throws {
    try compare("a poll and two signals", results: 2) { log in
      let semaphore = DispatchSemaphore(value: 0)
      for _ in 0..<2 { DispatchQueue.global().async { semaphore.signal() } }
      log.write(semaphore.wait(timeout: .now()) == .success ? "in time" : "late")
    }
  }

  func testThreads() throws {
    try compare("threads", results: 2) { log in
      let lock = NSLock()
      for name in ["a", "b"] {
        Thread.detachNewThread { lock.withLock { log.write(name) } }
      }
    }
  }

  func testMainQueue() throws {
    try compare("main queue", results: 2) { log in
      for name in ["a", "b"] {
        DispatchQueue.global().async { DispatchQueue.main.async { log.write(name) } }
      }
    }
  }
}
