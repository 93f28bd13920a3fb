// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Somebody waits for what was signalled already, or was signalled to somebody else.
  static let lostSignals = [
    DefectProgram(
      "missed_signal", .deadlock, depth: 2, threads: 2,
      "a flag is looked at in one section and its condition is waited for in the next"
    ) { isFixed in
      let (mutex, isReady) = (PosixMutex(), PosixCondition())
      let flag = Variable(false)
      runThreads(2) { index in
        if index == 0 {
          return mutex.section {
            flag.value = true
            isReady.signal()
          }
        }
        if isFixed { return mutex.section { while !flag.value { isReady.wait(mutex) } } }
        let mustWait = mutex.section { !flag.value }
        if mustWait { mutex.section { isReady.wait(mutex) } }
      }
    },
    DefectProgram(
      "turnstile_reuse", .deadlock, depth: 3, threads: 3,
      "a fast task goes through a turnstile twice, with the pass of a slow one that then waits forever"
    ) { isFixed in
      let lock = DispatchQueue(label: "turnstile")
      let passes = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
      let arrived = Variable(0)
      let group = DispatchGroup()
      @Sendable func pass(round: Int) {
        let turnstile = passes[isFixed ? round : 0]
        lock.sync {
          arrived.value += 1
          if arrived.value % 3 == 0 { for _ in 0..<3 { turnstile.signal() } }
        }
        turnstile.wait()
        if round == 0 { DispatchQueue.global().async(group: group) { pass(round: 1) } }
      }
      for _ in 0..<3 { DispatchQueue.global().async(group: group) { pass(round: 0) } }
      group.wait()
    },
    DefectProgram(
      "semaphore_early_return", .deadlock, depth: 2, threads: 2,
      "a semaphore is used as a mutex, and the path that finds nothing returns without a signal"
    ) { isFixed in
      let lock = DispatchSemaphore(value: 1)
      let stock = Variable(0)
      runTogether(2) { task in
        lock.wait()
        if task == 0 {
          stock.value += 1
        } else {
          if stock.value == 0 {
            if isFixed { lock.signal() }
            return
          }
          stock.value -= 1
        }
        lock.signal()
      }
      lock.wait()
      lock.signal()
    },
    DefectProgram(
      "semaphore_in_initialiser", .deadlock, depth: 1, threads: 2,
      "an initialiser waits for a block that it submits, and may run on that block's own queue"
    ) { isFixed in
      let queue = DispatchQueue(label: "tracking")
      let isMade = Variable(false)
      @Sendable func makeOnce() {
        if isMade.value { return }
        isMade.value = true
        if isFixed { return queue.async {} }
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        isDone.wait()
      }
      runTogether(2) { task in
        if task == 0 { makeOnce() } else { queue.sync { makeOnce() } }
      }
    },
    DefectProgram(
      "upgrade_of_two_readers", .deadlock, depth: 2, threads: 2,
      "two readers want to become the writer, and each waits for the other to leave"
    ) { isFixed in
      let (mutex, oneIsLeft) = (PosixMutex(), PosixCondition())
      let readers = Variable(0)
      runThreads(2) { _ in
        mutex.section { readers.value += 1 }
        mutex.section {
          // Corrected: a reader leaves before it asks to write.
          if isFixed {
            readers.value -= 1
            return
          }
          while readers.value > 1 { oneIsLeft.wait(mutex) }
          readers.value -= 1
          oneIsLeft.signal()
        }
      }
    },
  ]
}
