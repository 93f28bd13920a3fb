// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The fixed programs that are explored; other tools are measured on programs of the same names.
///
/// Where theirs use threads and locks, these use blocks on a global queue and semaphores of value 1.
enum Workload: String, CaseIterable {
  case handOffs = "W1"
  case philosophers = "W2"
  case crossedPhilosophers = "W2D"
  case bank = "W3"
  case lockSections = "W4"
  case blocks = "W5"
  case boundedBuffer = "W6"

  var title: String {
    switch self {
    case .handOffs: "two semaphores, 2 x 1000 hand-offs"
    case .philosophers: "5 philosophers, ordered forks"
    case .crossedPhilosophers: "5 philosophers, left fork first: schedules until the deadlock"
    case .bank: "bank, 10 threads x 10 transfers"
    case .lockSections: "3 threads x 2 lock sections"
    case .blocks: "100 blocks submitted, run, joined"
    case .boundedBuffer: "bounded buffer of 2, 2 producers, 2 consumers, 20 items"
    }
  }

  /// How many schedules take about a second.
  var usualSchedules: Int {
    switch self {
    case .handOffs: 2_000
    case .philosophers, .lockSections: 100_000
    case .crossedPhilosophers: 1_000
    case .bank, .blocks, .boundedBuffer: 20_000
    }
  }

  /// Ordinary code; called once for each schedule.
  func run() {
    switch self {
    case .handOffs: runHandOffs(count: 1_000)
    case .philosophers: runPhilosophers(count: 5, ordered: true)
    case .crossedPhilosophers: runPhilosophers(count: 5, ordered: false)
    case .bank: runBank(tellers: 10, transfers: 10)
    case .lockSections: runLockSections(threads: 3, sections: 2)
    case .blocks: runBlocks(count: 100)
    case .boundedBuffer: runBoundedBuffer(capacity: 2, producers: 2, consumers: 2, items: 20)
    }
  }
}

/// Stands for the threads of other tools: `count` blocks at the same time, and a wait for all of them.
func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let queue = DispatchQueue.global()
  for index in 0..<count {
    queue.async(group: group) { body(index) }
  }
  group.wait()
}
