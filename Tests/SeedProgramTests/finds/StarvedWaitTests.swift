// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// GCD103, GCD104 and GCD106: waits that nothing left can satisfy.
@Suite struct StarvedWaitTests {
  @Test func p33SemaphoreThatNobodySignals() {
    let report = expectFinding("GCD103") {
      let done = DispatchSemaphore(value: 0)
      done.wait()
    }
    #expect(report.contains("StarvedWaitTests.swift"))
  }

  @Test func p09EnterWithoutLeaveThenNotify() {
    expectFinding("GCD104") {
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) {}
    }
  }

  @Test func p09EnterWithoutLeaveThenWait() {
    expectFinding("GCD104") {
      let group = DispatchGroup()
      group.enter()
      group.wait()
    }
  }

  @Test func p36OneErrorPathForgetsLeave() {
    expectFinding("GCD104") {
      let group = DispatchGroup()
      func load(_ succeeds: Bool) {
        group.enter()
        DispatchQueue.global().async {
          guard succeeds else { return }
          group.leave()
        }
      }
      load(true)
      load(false)
      group.wait()
    }
  }

  @Test func p77OwnerGoesBeforeItsCompletionAndLeaveIsSkipped() {
    final class Owner {}
    expectFinding("GCD104") {
      let group = DispatchGroup()
      let holder = Shared<Owner?>(Owner())
      let queue = DispatchQueue(label: "com.acme.owner")
      group.enter()
      DispatchQueue.global().async { [weak owner = holder.value] in
        guard owner != nil else { return }
        group.leave()
      }
      queue.async { holder.value = nil }
      group.wait()
    }
  }

  @Test func p77OwnerGoesBeforeItsCompletionAndSignalIsSkipped() {
    final class Owner {}
    expectFinding("GCD103") {
      let done = DispatchSemaphore(value: 0)
      let holder = Shared<Owner?>(Owner())
      DispatchQueue.global().async { [weak owner = holder.value] in
        guard owner != nil else { return }
        done.signal()
      }
      DispatchQueue.global().async { holder.value = nil }
      done.wait()
    }
  }

  @Test func p35MoreTasksThanWorkersBehindASemaphore() {
    expectFinding("GCD106", severity: .warning, poolWidth: .linux(cpus: 2)) {
      let gate = DispatchSemaphore(value: 0)
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { gate.wait() } }
      DispatchQueue.global().async(group: group) { for _ in 0..<2 { gate.signal() } }
      group.wait()
    }
  }

  /// The group waits for a block that waits for the semaphore: the semaphore is the cause.
  @Test func aGroupBehindASemaphore() {
    expectFinding("GCD103") {
      let limit = DispatchSemaphore(value: 0)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { limit.wait() }
      group.wait()
    }
  }
}
