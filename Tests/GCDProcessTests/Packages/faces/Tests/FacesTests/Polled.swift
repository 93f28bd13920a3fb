// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing
import XCTest

/// Tests that look again and again whether something is there which a blocked task, or the block of a group,
/// would bring: what that waits for is the cause.
private final class Loader: @unchecked Sendable {
  private let lock = NSLock()
  // Under the lock.
  private var loaded = false
  private let available = DispatchSemaphore(value: 0)
  private let parts = DispatchGroup()

  var isLoaded: Bool { lock.withLock { loaded } }

  func start(isSignalled: Bool) {
    if isSignalled { available.signal() }
    DispatchQueue.global().async {
      self.available.wait()
      self.lock.withLock { self.loaded = true }
    }
  }

  func startParts(areLeft: Bool) {
    parts.enter()
    DispatchQueue.global().async { if areLeft { self.parts.leave() } }
    parts.notify(queue: .global()) { self.lock.withLock { self.loaded = true } }
  }

  /// Returns without a look at the time.
  func poll() { while !isLoaded { usleep(10_000) } }

  func poll(atMost limit: TimeInterval) -> Bool {
    let end = Date().addingTimeInterval(limit)
    while !isLoaded {
      if Date() > end { return false }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return true
  }
}

final class PolledWaitTests: XCTestCase {
  func testPolls() { poll(isSignalled: false) }
  func testPollsASignalled() { poll(isSignalled: true) }
  func testPollsInATask() async { poll(isSignalled: false) }
  func testPollsASignalledInATask() async { poll(isSignalled: true) }

  func testPollsForParts() async { pollForParts(areLeft: false) }
  func testPollsForPartsThatAreLeft() async { pollForParts(areLeft: true) }

  func testPollsForAWhile() async { pollForAWhile(isSignalled: false) }
  func testPollsASignalledForAWhile() async { pollForAWhile(isSignalled: true) }

  private func poll(isSignalled: Bool) {
    let loader = Loader()
    loader.start(isSignalled: isSignalled)
    loader.poll()
  }

  private func pollForParts(areLeft: Bool) {
    let loader = Loader()
    loader.startParts(areLeft: areLeft)
    loader.poll()
  }

  private func pollForAWhile(isSignalled: Bool) {
    let loader = Loader()
    loader.start(isSignalled: isSignalled)
    XCTAssertTrue(loader.poll(atMost: 3))
  }
}

@Suite struct PolledWaitSuite {
  @Test(arguments: [true]) func pollsASignalled(_ isSignalled: Bool) async { await poll(isSignalled) }
  @Test func polls() async { await poll(false) }

  private func poll(_ isSignalled: Bool) async {
    let loader = Loader()
    loader.start(isSignalled: isSignalled)
    loader.poll()
  }
}
