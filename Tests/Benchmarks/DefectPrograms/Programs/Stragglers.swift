// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// One task of many comes after all others.
  static let stragglers = [straggler(10), straggler(30), twoStragglers, poolExhaustion]

  private static func straggler(_ workers: Int) -> DefectProgram {
    DefectProgram(
      "straggler_\(workers)", .assertion, depth: 1, threads: workers + 1,
      "a stop request that is expected to reach some worker comes after the last one has ended"
    ) { isFixed in
      let isStopped = QueueVariable(false)
      let (progress, ended) = (QueueVariable(0), QueueVariable(0))
      let seen = Variable(workers)
      let isAsked = DispatchSemaphore(value: 0)
      runAtOnce(workers + 1) { index in
        if index == 0 {
          isStopped.write(true)
          seen.value = ended.read()
          isAsked.signal()
        } else {
          if isFixed {
            isAsked.wait()
            isAsked.signal()
          }
          for _ in 0..<2 { progress.update { $0 += 1 } }
          ended.update { $0 += 1 }
        }
      }
      try require(seen.value < workers, "nobody was left to stop")
    }
  }

  private static let twoStragglers = DefectProgram(
    "two_stragglers_of_20", .assertion, depth: 2, threads: 20,
    "two certain blocks of twenty are the last ones, in the reverse of their order"
  ) { isFixed in
    let order = QueueVariable([Int]())
    let progress = QueueVariable(0)
    let firstIsDone = DispatchSemaphore(value: 0)
    runAtOnce(20) { index in
      if index > 1 { for _ in 0..<2 { progress.update { $0 += 1 } } }
      if isFixed, index == 1 { firstIsDone.wait() }
      order.update { $0.append(index) }
      if isFixed, index == 0 { firstIsDone.signal() }
    }
    try require(Array(order.read().suffix(2)) != [1, 0], "the first two came last")
  }

  private static let poolExhaustion = DefectProgram(
    "pool_exhaustion", .deadlock, depth: 4, threads: 5,
    "all workers of the pool wait in a library for a block that needs a worker", processors: 4
  ) { isFixed in
    let isLoaded = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    if isFixed { isLoaded.signal() }
    DispatchQueue.global().async(group: group) { if !isFixed { isLoaded.signal() } }
    for _ in 0..<4 {
      DispatchQueue.global().async(group: group) {
        isLoaded.wait()
        isLoaded.signal()
      }
    }
    group.wait()
  }
}
