// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Threads whose decisive steps have to come in one certain order of many.
  static let orderChains = [
    tokenRing,
    backwards(3, prefix: 1, bystanders: 0), backwards(4, prefix: 2, bystanders: 0),
    backwards(3, prefix: 3, bystanders: 20), backwards(5, prefix: 1, bystanders: 10),
    backwards(6, prefix: 0, bystanders: 0),
    zigzag(2, bystanders: 0), zigzag(3, bystanders: 0), zigzag(2, bystanders: 10),
  ]

  private static let tokenRing = DefectProgram(
    "token_ring", .assertion, depth: 3, threads: 4,
    "four stations copy from their neighbours, and in one order the token is everywhere at once"
  ) { isFixed in
    let lock = PosixMutex()
    let stations = Variable([0, 0, 0, 0])
    let lastIsDone = DispatchSemaphore(value: 0)
    runAtOnce(4) { index in
      let station = 3 - index
      if isFixed, station == 0 { lastIsDone.wait() }
      lock.section {
        let token = stations.value[(station + 3) % 4]
        stations.value[station] = station == 0 ? token + 1 : token
      }
      if isFixed, station == 3 { lastIsDone.signal() }
    }
    try require(!stations.value.allSatisfy { $0 == 1 }, "the token is everywhere")
  }

  /// The last thread made has to be the first at the gate, and so on; the later one has the longer way there.
  private static func backwards(_ depth: Int, prefix: Int, bystanders: Int) -> DefectProgram {
    let crowd = bystanders == 0 ? "" : "_crowd_\(bystanders)"
    return DefectProgram(
      "backwards_\(depth)_way_\(prefix)\(crowd)", .assertion, depth: depth, threads: depth + bystanders,
      "threads come through a gate in the reverse of the order in which they were made"
    ) { isFixed in
      let (way, gate) = (QueueVariable(0), QueueVariable([Int]()))
      let firstIsThrough = DispatchSemaphore(value: 0)
      runAtOnce(depth + bystanders) { index in
        for _ in 0..<(index < depth ? index * prefix : 2) { way.update { $0 += 1 } }
        if index >= depth { return }
        if isFixed, index == depth - 1 { firstIsThrough.wait() }
        gate.update { $0.append(index) }
        if isFixed, index == 0 { firstIsThrough.signal() }
      }
      try require(gate.read() != Array((0..<depth).reversed()), "they came in reverse")
    }
  }

  /// Two threads have to take turns, operation by operation.
  private static func zigzag(_ rounds: Int, bystanders: Int) -> DefectProgram {
    let crowd = bystanders == 0 ? "" : "_crowd_\(bystanders)"
    return DefectProgram(
      "zigzag_\(rounds)\(crowd)", .assertion, depth: 2 * rounds - 1, threads: 2 + bystanders,
      "two threads take turns at a variable in each of their rounds, which nothing foresees"
    ) { isFixed in
      let turns = QueueVariable([Int]())
      let others = QueueVariable(0)
      let lock = PosixMutex()
      runAtOnce(2 + bystanders) { index in
        @Sendable func takeTurns() {
          for _ in 0..<rounds { turns.update { $0.append(index) } }
        }
        if index > 1 { for _ in 0..<3 { others.update { $0 += 1 } } }
        if index > 1 { return }
        if isFixed { lock.section(takeTurns) } else { takeTurns() }
      }
      let isZigzag = turns.read().enumerated().allSatisfy { $0.element == 1 - $0.offset % 2 }
      try require(!isZigzag, "they took turns")
    }
  }
}
