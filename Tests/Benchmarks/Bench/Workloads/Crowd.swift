// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// Programs that have as many of one thing as is asked for, and show how the cost of a step grows with that.
enum Crowd: String, CaseIterable {
  case blocks
  case threads
  case waiters
  case lockers
  case queued
  case queues
  case timers
  case semaphores

  var title: String {
    switch self {
    case .blocks: "blocks on a global queue"
    case .threads: "threads, all of them alive"
    case .waiters: "blocks that wait for one semaphore"
    case .lockers: "threads that want one mutex"
    case .queued: "blocks on one serial queue"
    case .queues: "serial queues with two blocks each"
    case .timers: "delayed blocks"
    case .semaphores: "semaphores, of which two blocks use a few 2,000 times"
    }
  }

  /// Ordinary code; called once for each schedule.
  func run(_ count: Int) {
    switch self {
    case .blocks: runBlocks(count: count)
    case .threads: runThreads(count) { _ in }
    case .waiters: runWaiters(count)
    case .lockers:
      let mutex = PosixMutex()
      runThreads(count) { _ in
        mutex.lock()
        mutex.unlock()
      }
    case .queued: runQueues(1, blocks: count)
    case .queues: runQueues(count, blocks: 2)
    case .timers: runTimers(count)
    case .semaphores: runSemaphores(count)
    }
  }

  private func runWaiters(_ count: Int) {
    let semaphore = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    for _ in 0..<count { DispatchQueue.global().async(group: group) { semaphore.wait() } }
    for _ in 0..<count { semaphore.signal() }
    group.wait()
  }

  private func runQueues(_ count: Int, blocks: Int) {
    let group = DispatchGroup()
    for _ in 0..<count {
      let queue = DispatchQueue(label: "crowd")
      for _ in 0..<blocks { queue.async(group: group) {} }
    }
    group.wait()
  }

  private func runTimers(_ count: Int) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(index)) { group.leave() }
    }
    group.wait()
  }

  private func runSemaphores(_ count: Int) {
    let semaphores = (0..<count).map { _ in DispatchSemaphore(value: 1) }
    runTogether(2) { _ in
      for turn in 0..<1_000 {
        let semaphore = semaphores[turn % count]
        semaphore.wait()
        semaphore.signal()
      }
    }
  }
}
