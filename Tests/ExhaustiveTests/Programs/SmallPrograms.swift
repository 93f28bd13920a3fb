// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Makes small programs from numbers: two to four control flows with a handful of operations, among them
/// several signallers, polls, timeouts, barriers, suspensions, hierarchies and locks.
struct SmallPrograms {
  private var state: UInt64

  init(seed: UInt64) { state = mix(seed) }

  private mutating func below(_ limit: Int) -> Int {
    state = mix(state)
    return Int(state % UInt64(limit))
  }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// The queues: a global one, a serial one that guards variable 0, and a third of some kind.
  private static let global = 0
  private static let guardian = 1
  private static let third = 2

  mutating func program() -> SmallProgram {
    let thirdTarget = chance(35) ? SmallPrograms.guardian : nil
    var program = SmallProgram(
      queues: [
        .init(isSerial: false, target: nil, isGlobal: true), .init(isSerial: true, target: nil),
        .init(isSerial: chance(40), target: thirdTarget, isInactive: chance(10)),
      ],
      groups: 1, semaphores: [below(3)], locks: 1, variables: 2, blocks: [[]])
    let flows = 2 + below(2)
    for _ in 0..<flows { addFlow(&program) }
    let more = 2 + below(3)
    for _ in 0..<more { addDeed(&program) }
    return program
  }

  /// A block that the body starts.
  private mutating func addFlow(_ program: inout SmallProgram) {
    let block = program.blocks.count
    let action: Action
    var isGuarded = false
    switch below(12) {
    case 0..<3:
      action = .async(queue: SmallPrograms.global, block: block, barrier: false, group: chance(30) ? 0 : nil)
    case 3..<6:
      isGuarded = true
      action = .async(
        queue: SmallPrograms.guardian, block: block, barrier: false, group: chance(30) ? 0 : nil)
    case 6..<8:
      action = .async(queue: SmallPrograms.third, block: block, barrier: chance(30), group: nil)
    case 8: action = .after(queue: below(3), block: block, delay: UInt64(1_000 * (1 + below(2))))
    case 9: action = .notify(group: 0, queue: below(2), block: block)
    default: action = .thread(block: block)
    }
    program.blocks[0].append(action)
    program.blocks.append(isGuarded ? [.touch(0)] : [])
  }

  /// Something to do somewhere.
  private mutating func addDeed(_ program: inout SmallProgram) {
    let block = below(program.blocks.count)
    let deeds = deeds(&program)
    let place = block == 0 && chance(50) ? program.blocks[0].count : below(program.blocks[block].count + 1)
    // A try and a section stay in one piece.
    let isInside = program.blocks[block][..<place].reduce(0) { depth, action in
      switch action {
      case .lock, .tryLock: depth + 1
      case .unlock: depth - 1
      default: depth
      }
    }
    program.blocks[block].insert(contentsOf: deeds, at: isInside == 0 ? place : program.blocks[block].count)
  }

  private mutating func deeds(_ program: inout SmallProgram) -> [Action] {
    switch below(24) {
    case 0..<3:
      let block = program.blocks.count
      program.blocks.append([.touch(0)])
      return [.sync(queue: SmallPrograms.guardian, block: block, barrier: false)]
    case 3:
      let block = program.blocks.count
      program.blocks.append([])
      return [.sync(queue: SmallPrograms.third, block: block, barrier: chance(40))]
    case 4:
      let block = program.blocks.count
      program.blocks.append([.touch(0)])
      return [.asyncAndWait(queue: SmallPrograms.guardian, block: block)]
    case 5:
      let block = program.blocks.count
      program.blocks.append([.touch(0)])
      return [.async(queue: SmallPrograms.guardian, block: block, barrier: false, group: nil)]
    case 6..<9: return [.signal(0)]
    case 9..<11: return [.wait(0, timeout: nil)]
    case 11: return [.wait(0, timeout: 0)]
    case 12: return [.wait(0, timeout: UInt64(1_000 * (1 + below(2))))]
    case 13: return [.enter(0)]
    case 14..<16: return [.leave(0)]
    case 16: return [.groupWait(0, timeout: [nil, 0, 1_000][below(3)])]
    case 17: return chance(70) ? [.suspend(1 + below(2))] : [.activate(SmallPrograms.third)]
    case 18: return [.resume(1 + below(2))]
    case 19..<21: return [.lock(0), .touch(1), .unlock(0)]
    case 21: return [.tryLock(0, skips: 2), .touch(1), .unlock(0)]
    case 22: return chance(50) ? [.readLock, .unlockReadWrite] : [.writeLock, .unlockReadWrite]
    default: return chance(50) ? [.sleep(1_000)] : [.signalCondition(all: chance(50))]
    }
  }
}
