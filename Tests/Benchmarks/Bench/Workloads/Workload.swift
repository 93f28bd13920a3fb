// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// The fixed programs that are explored; other tools are measured on programs of the same names.
///
/// Where theirs use threads and locks, W1 to W6 use blocks on a global queue and semaphores of value 1; P1 to
/// P6 use threads and locks of pthread.
enum Workload: String, CaseIterable {
  case handOffs = "W1"
  case philosophers = "W2"
  case crossedPhilosophers = "W2D"
  case bank = "W3"
  case lockSections = "W4"
  case blocks = "W5"
  case boundedBuffer = "W6"
  case threadHandOffs = "P1"
  case threadPhilosophers = "P2"
  case crossedThreadPhilosophers = "P2D"
  case threadBank = "P3"
  case threadSections = "P4"
  case threads = "P5"
  case threadBuffer = "P6"

  var title: String {
    switch self {
    case .handOffs: "two semaphores, 2 x 1000 hand-offs"
    case .philosophers: "5 philosophers, ordered forks"
    case .crossedPhilosophers: "5 philosophers, left fork first: schedules until the deadlock"
    case .bank: "bank, 10 threads x 10 transfers"
    case .lockSections: "3 threads x 2 lock sections"
    case .blocks: "100 blocks submitted, run, joined"
    case .boundedBuffer: "bounded buffer of 2, 2 producers, 2 consumers, 20 items"
    case .threadHandOffs: "mutex and two conditions, 2 x 1000 hand-offs between threads"
    case .threadPhilosophers: "5 philosophers, threads and mutexes, ordered forks"
    case .crossedThreadPhilosophers: "5 philosophers, threads and mutexes: schedules until the deadlock"
    case .threadBank: "bank of mutexes, 10 threads x 10 transfers"
    case .threadSections: "3 threads x 2 sections of a read-write lock"
    case .threads: "100 threads made, run, joined"
    case .threadBuffer: "bounded buffer of 2 with mutex and conditions, 2 + 2 threads, 20 items"
    }
  }

  /// How many schedules take about a second.
  var usualSchedules: Int {
    switch self {
    case .handOffs, .threadHandOffs: 2_000
    case .philosophers, .lockSections, .threadPhilosophers, .threadSections: 100_000
    case .crossedPhilosophers, .crossedThreadPhilosophers: 1_000
    case .bank, .blocks, .boundedBuffer, .threadBank, .threads, .threadBuffer: 20_000
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
    case .threadHandOffs: runThreadHandOffs(count: 1_000)
    case .threadPhilosophers: runThreadPhilosophers(count: 5, ordered: true)
    case .crossedThreadPhilosophers: runThreadPhilosophers(count: 5, ordered: false)
    case .threadBank: runThreadBank(tellers: 10, transfers: 10)
    case .threadSections: runThreadSections(threads: 3, sections: 2)
    case .threads: runThreads(100) { _ in }
    case .threadBuffer: runThreadBuffer(capacity: 2, producers: 2, consumers: 2, items: 20)
    }
  }
}
