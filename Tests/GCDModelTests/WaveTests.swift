// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary
import XCTest

/// Whether waiters are a wave or ordinary entries of the enabled set shows in the order of the entries only.
final class WaveTests: XCTestCase {
  /// The same steps in a world with waves of two and more, and in one without.
  private final class Pair {
    let waves = Stage(WorldConfiguration(fewestInWave: 2))
    let entries = Stage(WorldConfiguration(fewestInWave: .max))
    var objects: [ObjectID] = []
    var locks: [ObjectID] = []
    var tasks: [TaskID] = []

    init(tasks count: Int) {
      for stage in [waves, entries] {
        objects = [
          stage.world.pointee.makeSemaphore(value: 0, creator: stage.body),
          stage.world.pointee.makeSemaphore(value: 1, creator: stage.body, isCancellationPoint: true),
        ]
        locks = [false, true].map { stage.world.pointee.makeLock(recursive: $0, creator: stage.body) }
      }
      for _ in 0..<count { addThread() }
    }

    func addThread() {
      let thread = waves.thread()
      XCTAssertEqual(entries.thread(), thread)
      tasks.append(thread)
    }

    var enabled: [TaskID] { enabled(entries).sorted { $0.rawValue < $1.rawValue } }

    private func enabled(_ stage: Stage) -> [TaskID] {
      (0..<stage.world.pointee.core.enabled.count).map { stage.world.pointee.core.enabled.at[$0] }
    }

    /// What differs, or is wrong; nil = nothing.
    var difference: String? {
      let sets = (Set(enabled(waves)), Set(enabled(entries)))
      if sets.0 != sets.1 { return "enabled \(sets.0) and \(sets.1)" }
      if waves.world.pointee.core.enabledHash != entries.world.pointee.core.enabledHash { return "hash" }
      if !waves.world.pointee.isConsistent() { return "inconsistent" }
      if !entries.world.pointee.isConsistent() { return "inconsistent without waves" }
      return nil
    }

    func announce(_ task: TaskID, _ operation: GCDVocabulary.Operation) {
      let announcement = waves.world.pointee.announce(task, operation)
      XCTAssertEqual(entries.world.pointee.announce(task, operation), announcement)
    }

    func perform(_ task: TaskID) {
      let outcome = waves.world.pointee.perform(task)
      let other = entries.world.pointee.perform(task)
      XCTAssertEqual(outcome.kind, other.kind)
      XCTAssertEqual(outcome.result, other.result)
    }

    func postpone(_ task: TaskID) {
      waves.world.pointee.postpone(task)
      entries.world.pointee.postpone(task)
    }
  }

  func testRandomWalks() {
    for seed in 0..<UInt64(300) {
      if let failure = walk(seed) {
        XCTFail("seed \(seed): \(failure)")
        return
      }
    }
  }

  private func walk(_ seed: UInt64) -> String? {
    var random = mix(seed &+ 0x5eed)
    func below(_ limit: Int) -> Int {
      random = mix(random)
      return Int((random >> 16) % UInt64(limit))
    }
    let pair = Pair(tasks: 2 + below(20))
    // Some walks have no waits that end by themselves, so that waves live long.
    let kinds = seed % 2 == 0 ? 8 : 12
    for step in 0..<600 {
      let enabled = pair.enabled
      if enabled.isEmpty { break }
      let task = enabled[below(enabled.count)]
      if below(10) == 0 { pair.postpone(enabled[below(enabled.count)]) }
      if task == .clock || pair.entries.world.pointee.pendingOperation(of: task).kind != .none {
        pair.perform(task)
      } else {
        pair.announce(task, operation(below(kinds), pair, task, below))
      }
      if let difference = pair.difference { return "step \(step): \(difference)" }
      if below(40) == 0 { pair.addThread() }
    }
    return nil
  }

  private func operation(
    _ kind: Int, _ pair: Pair, _ task: TaskID, _ below: (Int) -> Int
  ) -> GCDVocabulary.Operation {
    let now = pair.entries.world.pointee.core.clock.now
    let lock = pair.locks[below(2)]
    switch kind {
    case 0, 1: return Operation(.signal, pair.objects[below(2)])
    case 2, 3, 4: return Operation(.wait, pair.objects[below(2)], argument: Operation.noDeadline)
    case 5:
      let isOwner = pair.entries.world.pointee.locks.owner(of: lock) == task
      return isOwner ? Operation(.unlock, lock) : Operation(.lock, lock)
    case 6, 7: return Operation(.unlock, lock)
    case 8: return Operation(.sleep, argument: now + 3)
    case 9: return Operation(.wait, pair.objects[below(2)], argument: now + UInt64(below(9)))
    case 10: return Operation(.lock, pair.locks[0], argument: now + 4)
    default: return Operation(.tryLock, lock)
    }
  }
}
