// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Something is freed between the check that it is there and its use.
  static let useAfterFree = [
    DefectProgram(
      "CVE-2009-3547", .crash, depth: 2, threads: 2,
      "an opener counts itself in on a pipe that its last closer frees after the opener's check"
    ) { isFixed in
      let lock = PosixMutex()
      let (isFreed, readers) = (Variable(false), Variable(0))
      let verdict = Verdict()
      @Sendable func open() {
        verdict.require(!isFreed.value, "the pipe is opened after it was freed")
        readers.value += 1
      }
      runThreads(2) { index in
        if index == 1 { return lock.section { isFreed.value = readers.value == 0 } }
        if isFixed { return lock.section { if !isFreed.value { open() } } }
        let isThere = lock.section { !isFreed.value }
        if isThere { lock.section { open() } }
      }
      try verdict.check()
    },
    DefectProgram(
      "CVE-2011-2183", .crash, depth: 3, threads: 2,
      "a scanner notes the first entry of a list and uses it in a later section, when it is gone again"
    ) { isFixed in
      let lock = PosixMutex()
      let entries = Variable(0)
      let verdict = Verdict()
      @Sendable func use(_ noted: Int) {
        verdict.require(entries.value >= noted, "the scanner holds a freed entry")
      }
      runThreads(2) { index in
        if index == 0 {
          if isFixed { return lock.section { use(entries.value) } }
          let noted = lock.section { entries.value }
          lock.section { use(noted) }
        } else {
          lock.section { entries.value += 1 }
          lock.section { entries.value -= 1 }
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "CVE-2015-7550", .crash, depth: 2, threads: 2,
      "a key is found valid before its lock is taken, and revoked before it is read"
    ) { isFixed in
      let store = DispatchQueue(label: "keys", attributes: .concurrent)
      let isRevoked = Variable(false)
      let verdict = Verdict()
      runTogether(2) { task in
        if task == 1 { return store.sync(flags: .barrier) { isRevoked.value = true } }
        if store.sync(execute: { isRevoked.value }) { return }
        store.sync {
          if isFixed, isRevoked.value { return }
          verdict.require(!isRevoked.value, "a revoked key is read")
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "cancel_after_start", .crash, depth: 2, threads: 2,
      "a work item is cancelled and its buffer freed while the item is past its only look at the mark"
    ) { isFixed in
      let buffer = QueueVariable(true)
      let verdict = Verdict()
      let isCancelled = QueueVariable(false)
      let item = DispatchWorkItem {
        if isCancelled.read() { return }
        verdict.require(buffer.read(), "the item writes to a freed buffer")
      }
      DispatchQueue.global().async(execute: item)
      isCancelled.write(true)
      item.cancel()
      if isFixed { item.wait() }
      buffer.write(false)
      if !isFixed { item.wait() }
      try verdict.check()
    },
    DefectProgram(
      "owner_gone", .deadlock, depth: 1, threads: 2,
      "a completion returns before it leaves its group, because its owner is gone"
    ) { isFixed in
      let hasOwner = QueueVariable(true)
      let group = DispatchGroup()
      group.enter()
      runTogether(2) { task in
        if task == 1 { return hasOwner.write(false) }
        if !isFixed, !hasOwner.read() { return }
        group.leave()
      }
      group.wait()
    },
  ]
}
