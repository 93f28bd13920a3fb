// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Calls of threads beside those of queues: sections under a lock, waits on a condition, `sem_t`.
extension ProgramGenerator {
  mutating func addThreadActs(_ blocks: inout [[Act]]) {
    for _ in 0..<(1 + below(4)) {
      let block = below(blocks.count)
      switch below(8) {
      case 0..<3:
        let mutex = below(2)
        addSection(Act(.lock, mutex), Act(.unlock, mutex), to: &blocks[block], mayNest: true)
      case 3, 4:
        // A thread that takes one twice is told so or not, as it comes: nothing to compare.
        if blocks[block].contains(where: { $0.kind == .unlockReadWrite }) { continue }
        let first = Act(chance(60) ? .readLock : .writeLock, 0)
        addSection(first, Act(.unlockReadWrite, 0), to: &blocks[block], mayNest: false)
      case 5:
        let place = below(blocks[block].count + 1)
        blocks[block].insert(
          contentsOf: [Act(.lock, 0), Act(.conditionWait, 0), Act(.unlock, 0)], at: place)
        for _ in 0..<(1 + below(2)) { addAct(Act(.signalCondition, 0, flag: chance(30)), to: &blocks) }
      default:
        addAct(Act(.posixWait, 0), to: &blocks)
        if chance(85) { addAct(Act(.posixPost, 0), to: &blocks) }
      }
    }
  }

  private mutating func addAct(_ act: Act, to blocks: inout [[Act]]) {
    let block = below(blocks.count)
    blocks[block].insert(act, at: below(blocks[block].count + 1))
  }

  /// `mayNest`: another block may run inside, on the same thread.
  private mutating func addSection(_ first: Act, _ last: Act, to acts: inout [Act], mayNest: Bool) {
    let start = below(acts.count + 1)
    var end = start + below(min(4, acts.count - start + 1))
    if !mayNest {
      let nested = acts[start..<end].firstIndex { $0.kind == .sync || $0.kind == .asyncAndWait }
      end = nested ?? end
    }
    acts.insert(last, at: end)
    acts.insert(first, at: start)
  }
}
