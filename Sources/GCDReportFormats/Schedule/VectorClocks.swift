// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Which steps of other threads happen before each step, as vector clocks.
///
/// By submissions, by the order of serial queues and barriers, and by locks, semaphores, groups, work items
/// and joins; not by memory that threads read and write, and not by chance.
struct VectorClocks: Sendable {
  /// The last step of each thread that happens before, as a place in the list of steps; -1 = none.
  typealias Clock = [Int]

  /// Those who make steps.
  let participants: [String]
  /// For each step the clock of its thread after it, in which its own component is the step itself.
  private(set) var clocks: [Clock] = []

  private let numbers: [String: Int]
  private var own: [Clock] = []
  private var blocks: [Int: Clock] = [:]
  private var objects: [ObjectName: Clock] = [:]
  /// What the last barrier of a queue knew, for blocks that may run side by side.
  private var barriers: [ObjectName: Clock] = [:]
  private var barrierBlocks: Set<Int> = []
  /// The group whose end lets a block of `notify` go.
  private var awaited: [Int: ObjectName] = [:]
  /// Blocks that threads run, the innermost last; nil where a `sync` runs, which has no block.
  private var running: [Int: [Running]] = [:]
  private var pendingBarriers: Set<Int> = []

  private struct Running {
    var queue: ObjectName?
    var isBarrier: Bool
  }

  init(_ steps: [RecordedTrace.Step]) {
    participants = steps.map(\.line.participant).distinct
    numbers = Dictionary(uniqueKeysWithValues: zip(0..., participants).map { ($1, $0) })
    let unknown = Array(repeating: -1, count: participants.count)
    own = participants.map { _ in unknown }
    for (place, step) in steps.enumerated() {
      guard let number = numbers[step.line.participant] else { continue }
      acquire(number, step)
      own[number][number] = place
      release(number, step)
      clocks.append(own[number])
    }
    // Only the answer is kept.
    (blocks, objects, barriers, running) = ([:], [:], [:], [:])
  }

  private mutating func join(_ number: Int, _ clock: Clock?) {
    guard let clock else { return }
    for index in clock.indices where clock[index] > own[number][index] { own[number][index] = clock[index] }
  }

  private mutating func give(_ number: Int, to object: ObjectName) {
    var clock = own[number]
    if let known = objects[object] {
      for index in clock.indices { clock[index] = max(clock[index], known[index]) }
    }
    objects[object] = clock
  }

  /// What happens before the step.
  private mutating func acquire(_ number: Int, _ step: RecordedTrace.Step) {
    let line = step.line
    if line.outcome == .waits || line.outcome == .timedOut { return }
    switch line.operation.acquires {
    case .submission:
      acquireSubmission(number, step.block)
      if let object = line.object {
        let isBarrier = step.block.map { barrierBlocks.contains($0) } ?? false
        if object.type == .thread { join(number, objects[object]) } else { enter(number, object, isBarrier) }
      }
    case .delayedSubmission: acquireSubmission(number, step.block)
    case .sync, .turn:
      if let object = line.object {
        let isBarrier = line.operation == .barrierSync || pendingBarriers.remove(number) != nil
        enter(number, object, isBarrier)
      }
    case .lock, .writeLock, .event, .wake: if let object = line.object { join(number, objects[object]) }
    case .threadEnd:
      if let name = line.object?.label, let other = numbers[name] { join(number, own[other]) }
    case .none, .blockWithWait, .heldLock, .barrier, .handlers, .descriptors: break
    }
  }

  private mutating func acquireSubmission(_ number: Int, _ block: Int?) {
    guard let block else { return }
    join(number, blocks[block])
    if let group = awaited[block] { join(number, objects[group]) }
  }

  /// A block of a queue starts: after all before it on a serial one, else after the last barrier.
  private mutating func enter(_ number: Int, _ queue: ObjectName, _ isBarrier: Bool) {
    let isOrdered = queue.type != .concurrentQueue && !queue.type.isRoot
    join(number, isOrdered || isBarrier ? objects[queue] : barriers[queue])
    running[number, default: []].append(Running(queue: queue, isBarrier: isBarrier))
  }

  /// What the step makes happen before later ones.
  private mutating func release(_ number: Int, _ step: RecordedTrace.Step) {
    let line = step.line
    switch line.operation.releases {
    case .block, .registration, .arrival:
      guard let block = step.block else { return }
      blocks[block] = own[number]
      if line.operation == .barrierAsync { barrierBlocks.insert(block) }
      if line.operation.releases == .registration { awaited[block] = line.object }
    case .blockElsewhere:
      if line.operation == .barrierSync, line.outcome == .waits { pendingBarriers.insert(number) }
    case .blockEnd, .syncEnd:
      guard let ended = running[number]?.popLast(), let queue = ended.queue else { return }
      give(number, to: queue)
      if ended.isBarrier { barriers[queue] = own[number] }
    case .lock, .readWriteLock, .count, .workItem, .condition, .barrier, .thread:
      if let object = line.object { give(number, to: object) }
    case .heldLock: if let lock = step.lock { give(number, to: lock) }
    case .none, .blockWithWait, .lane, .cancelHandler, .descriptors: break
    }
  }
}
