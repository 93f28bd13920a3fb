// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Reading and writing back are two operations.
  static let lostUpdates = [
    DefectProgram(
      "account", .assertion, depth: 2, threads: 3,
      "a balance is read in one lock section and written back in the next"
    ) { isFixed in
      let lock = PosixMutex()
      let balance = Variable(100)
      let amounts = [300, -100, 50]
      runThreads(amounts.count) { index in
        if isFixed { return lock.section { balance.value += amounts[index] } }
        let seen = lock.section { balance.value }
        lock.section { balance.value = seen + amounts[index] }
      }
      try require(balance.value, is: 350)
    },
    DefectProgram(
      "async_hop_lost_update", .assertion, depth: 2, threads: 2,
      "a value is read by sync and its successor is stored by async"
    ) { isFixed in
      let queue = DispatchQueue(label: "counter")
      let counter = Variable(0)
      runTogether(2) { _ in
        if isFixed { return queue.async { counter.value += 1 } }
        let next = queue.sync { counter.value } + 1
        queue.async { counter.value = next }
      }
      try require(queue.sync { counter.value }, is: 2)
    },
    DefectProgram(
      "wronglock_3", .assertion, depth: 2, threads: 4,
      "one of four threads guards the counter with another lock than the rest"
    ) { isFixed in
      let counter = QueueVariable(0)
      let locks = [PosixMutex(), PosixMutex()]
      runThreads(4) { index in
        locks[isFixed || index > 0 ? 1 : 0].section {
          let seen = counter.read()
          counter.write(seen + 1)
        }
      }
      try require(counter.read(), is: 4)
    },
    DefectProgram(
      "merge_without_barrier", .assertion, depth: 2, threads: 3,
      "blocks of a concurrent queue write two fields that a reader takes for one"
    ) { isFixed in
      let queue = DispatchQueue(label: "pair", attributes: .concurrent)
      let (first, second) = (QueueVariable(0), QueueVariable(0))
      let verdict = Verdict()
      for value in 1...2 {
        queue.async(flags: isFixed ? .barrier : []) {
          first.write(value)
          second.write(value)
        }
      }
      queue.sync {
        let seen = (first.read(), second.read())
        verdict.require(seen.0 == seen.1, "the pair is torn")
      }
      queue.sync(flags: .barrier) {}
      try verdict.check()
    },
  ]
}
