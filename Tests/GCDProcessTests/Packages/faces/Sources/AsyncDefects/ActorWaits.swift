// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Waits until a task has done what `work` does: an async call made into a blocking one.
private func waitingFor(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}

/// Two parts that tell each other of changes.
private actor Part {
  private var changes = 0
  private var other: Part?

  func join(_ other: Part) { self.other = other }
  func note() { changes += 1 }

  func change(blocks: Bool) async {
    changes += 1
    guard let other else { return }
    if blocks { waitingFor { await other.note() } } else { await other.note() }
  }

  static func run(blocks: Bool) async {
    let (first, second) = (Part(), Part())
    await first.join(second)
    await second.join(first)
    async let one: Void = first.change(blocks: blocks)
    async let two: Void = second.change(blocks: blocks)
    _ = await (one, two)
  }
}

/// A loader that waits for all of its parts, each of which it puts into its list.
private actor Assembly {
  private var parts: [Int] = []

  private func add(_ part: Int) { parts.append(part) }

  func load(blocks: Bool) async throws {
    let group = DispatchGroup()
    let tasks = (0..<2).map { part in
      group.enter()
      return Task {
        self.add(part)
        group.leave()
      }
    }
    if blocks { blocking { group.wait() } } else { for task in tasks { await task.value } }
    if parts.count < 2 { throw CheckFailed(description: "parts are missing") }
  }
}

/// A queue of jobs whose reader waits on a condition for what only the actor adds.
private actor Jobs {
  private let condition = NSCondition()
  // Used under `condition` only.
  private nonisolated(unsafe) var count = 0

  func take() {
    condition.withLock {
      while count == 0 { condition.wait() }
      count -= 1
    }
  }
  func add() { addFromOutside() }
  nonisolated func addFromOutside() {
    condition.withLock { count += 1 }
    condition.signal()
  }

  static func run(outside: Bool) async {
    let jobs = Jobs()
    if outside { jobs.addFromOutside() }
    async let taken: Void = jobs.take()
    if !outside { await jobs.add() }
    await taken
  }
}

/// A cache that waits for a worker, next to calls that only come late.
private actor Cache {
  private let ready = DispatchSemaphore(value: 0)
  private var loads = 0

  private func load() {
    blocking { ready.wait() }
    loads += 1
  }
  private func count() -> Int { loads }

  static func run(startsWorker: Bool) async {
    let (cache, start) = (Cache(), DispatchSemaphore(value: 0))
    if startsWorker { start.signal() }
    DispatchQueue.global().async {
      start.wait()
      cache.ready.signal()
    }
    async let loaded: Void = cache.load()
    async let count = cache.count()
    _ = await (loaded, count)
  }
}

extension AsyncDefect {
  static let actorWaits = [
    AsyncDefect("partsWaitForEachOther", "GCD102") {
      await Part.run(blocks: true)
    } twin: {
      await Part.run(blocks: false)
    },
    AsyncDefect("assemblyWaitsForItsParts", "GCD102") {
      try await Assembly().load(blocks: true)
    } twin: {
      try await Assembly().load(blocks: false)
    },
    AsyncDefect("jobsWaitForTheirActor", "GCD102") {
      await Jobs.run(outside: false)
    } twin: {
      await Jobs.run(outside: true)
    },
    AsyncDefect("cacheWaitsForAStuckWorker", "GCD103") {
      await Cache.run(startsWorker: false)
    } twin: {
      await Cache.run(startsWorker: true)
    },
  ]
}
