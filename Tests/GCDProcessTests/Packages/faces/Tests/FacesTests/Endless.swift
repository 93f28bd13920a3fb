// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing
import XCTest

/// Async tests that go round without a rest; XCTest looks ten times in a second whether they have ended.
final class EndlessTests: XCTestCase {
  private struct Unreachable: Error {}

  private actor Server {
    private var isUp = false
    func connect() throws { if !isUp { throw Unreachable() } }
    func start() { isUp = true }
  }

  private func retryWithoutAPause(_ server: Server) async {
    let retrying = Task.detached {
      while true {
        do { return try await server.connect() } catch { try? await Task.sleep(for: .seconds(1)) }
      }
    }
    retrying.cancel()
    await retrying.value
  }

  func testRetriesForEver() async { await retryWithoutAPause(Server()) }

  func testRetriesUntilAnotherHasCounted() async {
    let server = Server()
    Task.detached {
      for _ in 0..<3_000 { await Task.yield() }
      await server.start()
    }
    await retryWithoutAPause(server)
  }
}

/// Async tests that only wait. XCTest runs the main run loop, whose timers may be all that is to come.
final class HangingTests: XCTestCase {
  func testWaitsForEver() async {
    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
  }

  func testWaitsForATimer() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let timer = Timer(timeInterval: 1_000, repeats: false) { _ in continuation.resume() }
      RunLoop.main.add(timer, forMode: .default)
    }
  }

  func testWaitsForTheLastOfManyTurns() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // Of the main thread alone.
      nonisolated(unsafe) var turns = 0
      let timer = Timer(timeInterval: 0.5, repeats: true) { timer in
        turns += 1
        if turns < 600 { return }
        timer.invalidate()
        continuation.resume()
      }
      RunLoop.main.add(timer, forMode: .default)
    }
  }

  func testWaitsForABlockOfTheMainQueue() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.main.asyncAfter(deadline: .now() + 1_000) { continuation.resume() }
    }
  }

  private func notMet() -> XCTestExpectation {
    let expectation = expectation(description: "not met")
    expectation.isInverted = true
    return expectation
  }

  private func waitForMinutes() { wait(for: [notMet()], timeout: 300) }

  func testWaitsForAnExpectationThatIsNotMet() { waitForMinutes() }

  func testWaitsForAnExpectationThatIsNotMetBesideATask() {
    Task { await testWaitsForEver() }
    waitForMinutes()
  }

  @MainActor func testWaitsForAnExpectationThatIsNotMetOnTheMainActor() async { waitForMinutes() }

  func testWaitsForAnExpectationThatIsNotMetInATask() async {
    await fulfillment(of: [notMet()], timeout: 300)
  }
}

/// Tests that look again and again; the block by which XCTest ends tests that take too long is no time limit
/// of theirs.
final class PollingTests: XCTestCase {
  func testPollsForEver() { while !isSet { usleep(1_000) } }

  func testPollsForMinutes() {
    var rests = 0
    while rests < 150_000, !isSet {
      usleep(1_000)
      rests += 1
    }
  }

  func testYieldsUntilATime() async {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end { await Task.yield() }
  }
}

private let lock = NSLock()
// Under the lock.
nonisolated(unsafe) private var value = false
private var isSet: Bool { lock.withLock { value } }

@Suite struct PollingSuite {
  @Test func pollsForEver() { while !isSet { usleep(1_000) } }

  @Test func pollsForEverInATask() async { while !isSet { usleep(1_000) } }
}
