// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDCheck
import XCTest

/// Programs whose main thread sits in a run loop: the good ones are clean, the bad ones are named.
final class RunLoopProgramTests: XCTestCase {
  func testTenSecondsCostNothing() {
    let begin = Date()
    expectClean {
      let journal = Journal()
      let start = Date()
      DispatchQueue.main.asyncAfter(deadline: .now() + 7) { journal.note("seven") }
      RunLoop.main.run(until: start + 10)
      try require(journal.text == "seven")
      try require(abs(Date().timeIntervalSince(start) - 10) < 0.001)
    }
    XCTAssertLessThan(Date().timeIntervalSince(begin), 5)
  }

  func testARepeatingTimerIsExact() {
    expectClean {
      let start = DispatchTime.now().uptimeNanoseconds
      let journal = Journal()
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
        journal.note(Int(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
      }
      RunLoop.main.run(until: Date() + 4.5)
      timer.invalidate()
      try require(journal.text == "1000 2000 3000 4000", journal.text)
    }
  }

  /// What a run leaves on the main run loop is gone when the next one begins.
  func testEachScheduleHasAMainLoopOfItsOwn() {
    var runs = 0
    expectClean(schedules: 20) {
      runs += 1
      let journal = Journal()
      let own = runs
      _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in journal.note(own) }
      DispatchQueue.global().async { DispatchQueue.main.async {} }
      RunLoop.main.run(until: Date() + 1.5)
      try require(journal.text == "\(own)", journal.text)
    }
    let journal = Journal()
    RunLoop.main.perform { journal.note("own") }
    RunLoop.main.run(until: Date() + 0.01)
    XCTAssertEqual(journal.text, "own")
  }

  func testSecondaryRunLoops() {
    expectClean(schedules: 100) {
      let journal = Journal()
      let ready = DispatchSemaphore(value: 0)
      let ended = DispatchSemaphore(value: 0)
      // Written by the thread before it signals, read by the body after it has waited.
      nonisolated(unsafe) var loop: RunLoop?
      let thread = Thread {
        loop = RunLoop.current
        Thread.current.threadDictionary["place"] = "there"
        let keeper = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(keeper, forMode: .default)
        ready.signal()
        while !Thread.current.isCancelled, RunLoop.current.run(mode: .default, before: Date() + 5) {}
        ended.signal()
      }
      thread.start()
      ready.wait()
      loop!.perform {
        journal.note(Thread.current.threadDictionary["place"] ?? "elsewhere")
        Thread.current.cancel()
      }
      CoreFoundation.wakeUp(loop!)
      ended.wait()
      try require(journal.text == "there", journal.text)
    }
  }

  func testALoopWithoutSourcesReturnsAtOnce() {
    expectClean(schedules: 20) {
      let ended = DispatchSemaphore(value: 0)
      let journal = Journal()
      Thread {
        journal.note(RunLoop.current.run(mode: .default, before: Date() + 100))
        ended.signal()
      }.start()
      ended.wait()
      try require(journal.text == "false", journal.text)
    }
  }

  /// P69, P54: main stays main while it sits in its loop.
  func testMainAsyncNeverInterrupts() {
    expectClean {
      let journal = Journal()
      let queue = DispatchQueue(label: "com.acme.other")
      DispatchQueue.main.async { journal.note("async") }
      queue.sync { journal.note("sync") }
      journal.note("end")
      RunLoop.main.run(until: Date() + 1)
      try require(journal.text == "sync end async", journal.text)
    }
  }

  /// P21: sync to main while main is free, in its run loop; and while main waits for that very block.
  func testSyncToMain() {
    expectClean {
      let group = DispatchGroup()
      let journal = Journal()
      DispatchQueue.global().async(group: group) { DispatchQueue.main.sync { journal.note("main") } }
      RunLoop.main.run(until: Date() + 1)
      group.wait()
      try require(journal.text == "main")
    }
    expectFinding("GCD102") {
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { DispatchQueue.main.sync {} }
      RunLoop.main.perform { group.wait() }
      RunLoop.main.run(until: Date() + 1)
    }
  }

  /// P70: an object of the main thread, touched from elsewhere.
  func testTouchedOffMain() {
    @Sendable func touch() { dispatchPrecondition(condition: .onQueue(.main)) }
    expectClean {
      DispatchQueue.global().async { DispatchQueue.main.async { touch() } }
      RunLoop.main.run(until: Date() + 1)
    }
    expectFinding("GCD207") {
      DispatchQueue.global().async { touch() }
      RunLoop.main.run(until: Date() + 1)
    }
  }

  /// P87.
  func testSyncToMainFromMain() {
    expectFinding("GCD101") { DispatchQueue.main.sync {} }
    expectFinding("GCD101") {
      DispatchQueue.main.async { DispatchQueue.main.sync {} }
      RunLoop.main.run(until: Date() + 1)
    }
  }

  /// A block of the main queue that waits in a run loop for another block of the main queue.
  func testANestedLoopInABlockOfMainStarvesMain() {
    expectFinding("GCD105") {
      // With nothing in it, the nested loop would return at once, and the program spin.
      nonisolated(unsafe) let keeper = RunLoop._Source()
      RunLoop.main._add(keeper, forMode: .default)
      DispatchQueue.main.async {
        var isDone = false
        DispatchQueue.main.async { isDone = true }
        while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        keeper.invalidate()
      }
      RunLoop.main.run(until: Date() + 1)
    }
    expectClean {
      var isDone = false
      DispatchQueue.main.async { isDone = true }
      while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
  }

  func testALoopThatNothingCanWake() {
    let report = expectFinding("GCD105") { RunLoop.main.run() }
    XCTAssert(report.contains("sits in a run loop"), report)
  }

  func testDispatchMain() {
    let journal = Journal()
    expectClean(schedules: 50) {
      DispatchQueue.main.async { journal.note(Thread.isMainThread) }
      DispatchQueue.main.asyncAfter(deadline: .now() + 30) { journal.note("late") }
      dispatchMain()
    }
    XCTAssertEqual(Set(journal.text.split(separator: " ")), ["false", "late"])
    expectFinding("GCD101") {
      DispatchQueue.main.async { DispatchQueue.main.sync {} }
      dispatchMain()
    }
  }

  /// After the body's return its blocks are still the main thread's.
  func testAfterTheReturn() {
    let journal = Journal()
    expectClean(schedules: 20) {
      DispatchQueue.main.async { journal.note(Thread.isMainThread) }
      DispatchQueue.global().async { DispatchQueue.main.sync { journal.note(Thread.isMainThread) } }
    }
    XCTAssertEqual(Set(journal.text.split(separator: " ")), ["true"])
  }
}

extension XCTestCase {
  func expectClean(schedules: Int = 200, line: UInt = #line, _ body: () throws -> Void) {
    let exploration = exploreSchedules(schedules: schedules, seed: 1, line: line, body)
    for finding in exploration.findings { XCTFail(finding.report, line: line) }
    XCTAssertGreaterThan(exploration.schedulesRun, 0, line: line)
  }

  /// The finding, whose token replays to the same one; returns its report.
  @discardableResult
  func expectFinding(_ code: String, line: UInt = #line, _ body: () throws -> Void) -> String {
    let exploration = exploreSchedules(schedules: 200, seed: 1, line: line, body)
    XCTAssertEqual(exploration.findings.map(\.code), [code], line: line)
    guard let finding = exploration.findings.first else { return "" }
    let replayed = exploreSchedules(replaying: finding.schedule, line: line, body)
    XCTAssertEqual(replayed.findings.map(\.code), [code], line: line)
    XCTAssertEqual(replayed.findings.first?.message, finding.message, line: line)
    return finding.report
  }
}

struct Broken: Error { let text: String }

func require(_ condition: Bool, _ text: String = "the program's own check failed") throws {
  if !condition { throw Broken(text: text) }
}
