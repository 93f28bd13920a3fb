// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Makes small programs from seeds: 2–6 queues in trees up to depth 3, 3–8 blocks, at least 12 acts; about
/// half of them hang or crash.
public struct ProgramGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678_9abc_def1 }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// The next program.
  public mutating func program() -> Program {
    let queueCount = 2 + below(5)
    var queues: [QueueShape] = []
    var depths: [Int] = []
    for index in 0..<queueCount {
      if index > 0 && chance(6) {
        queues.append(QueueShape(.global))
        depths.append(3)
        continue
      }
      let parents = (0..<index).filter { depths[$0] < 2 }
      let target = !parents.isEmpty && chance(45) ? parents[below(parents.count)] : -1
      queues.append(QueueShape(chance(50) ? .serial : .concurrent, target: target, isInactive: chance(5)))
      depths.append(target < 0 ? 0 : depths[target] + 1)
    }
    let groups = 1 + below(2)
    let semaphores = (0..<(1 + below(2))).map { _ in below(3) }
    let blockCount = 3 + below(6)
    var blocks = [[Act]](repeating: [], count: blockCount)
    // Every block hangs below an earlier one; the body gets more than its share.
    for block in 1..<blockCount {
      let parent = chance(55) ? 0 : below(block)
      blocks[parent].append(submission(of: block, queues: queueCount, groups: groups))
    }
    var acts = blockCount - 1
    let wanted = 12 + below(8)
    while acts < wanted { acts += addPair(&blocks, queues, groups, semaphores.count) }
    // Drawn last: what a seed gives without threads stays what it is.
    if chance(50) { addThreadActs(&blocks) }
    return Program(queues: queues, groups: groups, semaphores: semaphores, blocks: blocks)
  }

  private mutating func submission(of block: Int, queues: Int, groups: Int) -> Act {
    let queue = below(queues)
    switch below(20) {
    case 0..<9:
      let isBarrier = chance(25)
      let group = !isBarrier && chance(40) ? below(groups) : -1
      return Act(.async, queue, block: block, second: group, flag: isBarrier)
    case 9..<15: return Act(.sync, queue, block: block, flag: chance(25))
    case 15..<18: return Act(.asyncAndWait, queue, block: block, flag: chance(25))
    default: return Act(.notify, below(groups), block: block, second: queue)
    }
  }

  /// Adds one or two acts at random places; the second half of a pair is missing now and then.
  private mutating func addPair(
    _ blocks: inout [[Act]], _ queues: [QueueShape], _ groups: Int, _ semaphores: Int
  ) -> Int {
    let first: Act
    let second: Act
    switch below(10) {
    case 0..<3:
      let group = below(groups)
      first = Act(.enter, group)
      second = Act(.leave, group)
    case 3..<6:
      let semaphore = below(semaphores)
      first = Act(.signal, semaphore)
      second = Act(.wait, semaphore)
    case 6..<9:
      let queue = below(queues.count)
      if queues[queue].isInactive && chance(60) {
        insert(Act(.activate, queue), &blocks, block: below(blocks.count), after: -1)
        return 1
      }
      first = Act(.suspend, queue)
      second = Act(.resume, queue)
    default:
      insert(Act(.groupWait, below(groups)), &blocks, block: below(blocks.count), after: -1)
      return 1
    }
    let block = below(blocks.count)
    let place = insert(first, &blocks, block: block, after: -1)
    if chance(3) { return 1 }
    // In the same block after the first, or anywhere else.
    if chance(88) {
      insert(second, &blocks, block: block, after: place)
    } else {
      insert(second, &blocks, block: below(blocks.count), after: -1)
    }
    return 2
  }

  @discardableResult
  private mutating func insert(_ act: Act, _ blocks: inout [[Act]], block: Int, after: Int) -> Int {
    let place = after + 1 + below(blocks[block].count - after)
    blocks[block].insert(act, at: place)
    return place
  }
}
