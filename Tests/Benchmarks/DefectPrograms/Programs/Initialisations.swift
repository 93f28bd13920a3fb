// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Something is used while others still set it up or take it down.
  static let initialisations = [
    DefectProgram(
      "lazy01", .assertion, depth: 2, threads: 3, "a third thread takes it for granted that it comes first"
    ) { isFixed in
      let lock = PosixMutex()
      let data = Variable(0)
      let verdict = Verdict()
      let isChecked = DispatchSemaphore(value: 0)
      runThreads(3) { index in
        if index == 0 {
          lock.section { verdict.require(data.value < 3, "the data is complete already") }
          isChecked.signal()
        } else {
          if isFixed {
            isChecked.wait()
            isChecked.signal()
          }
          lock.section { data.value += index }
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "double_checked_two_queues", .assertion, depth: 2, threads: 2,
      "an instance is looked for on one queue and made on another without a second look"
    ) { isFixed in
      let (readers, writers) = (DispatchQueue(label: "readers"), DispatchQueue(label: "writers"))
      let (isMade, made) = (Variable(false), Variable(0))
      runTogether(2) { _ in
        if readers.sync(execute: { isMade.value }) { return }
        writers.sync {
          if isFixed, readers.sync(execute: { isMade.value }) { return }
          made.value += 1
          readers.sync { isMade.value = true }
        }
      }
      try require(made.value, is: 1)
    },
    DefectProgram(
      "bluetooth", .assertion, depth: 2, threads: 2,
      "a request sees that the driver is not stopping, and counts itself in after the driver has stopped"
    ) { isFixed in
      let (isStopping, isStopped) = (QueueVariable(false), QueueVariable(false))
      let pending = QueueVariable(1)
      let verdict = Verdict()
      @Sendable func leave() -> Bool {
        pending.update { count in
          count -= 1
          return count == 0
        }
      }
      runTogether(2) { task in
        if task == 0 {
          if isFixed { pending.update { $0 += 1 } }
          if !isStopping.read() {
            if !isFixed { pending.update { $0 += 1 } }
            verdict.require(!isStopped.read(), "a request runs on a stopped driver")
            _ = leave()
          } else if isFixed {
            _ = leave()
          }
        } else {
          isStopping.write(true)
          if leave() { isStopped.write(true) }
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "observer_in_lock_queue", .deadlock, depth: 1, threads: 2,
      "an observer is called inside of the lock queue and reads a property that syncs on it"
    ) { isFixed in
      let lock = DispatchQueue(label: "state")
      let (state, hasObserver) = (Variable(0), Variable(false))
      @Sendable func observe() { _ = lock.sync { state.value } }
      runTogether(2) { task in
        if task == 1 { return lock.sync { hasObserver.value = true } }
        let mustTell = lock.sync {
          state.value += 1
          if hasObserver.value, !isFixed { observe() }
          return hasObserver.value
        }
        if mustTell { observe() }
      }
    },
    DefectProgram(
      "first_message_before_handler", .assertion, depth: 1, threads: 2,
      "a handler is set after the subscription whose first message it is to receive"
    ) { isFixed in
      let mailbox = DispatchQueue(label: "mailbox")
      let (hasHandler, received) = (Variable(false), Variable(0))
      let group = DispatchGroup()
      @Sendable func subscribe() {
        DispatchQueue.global().async(group: group) {
          mailbox.sync { if hasHandler.value { received.value += 1 } }
        }
      }
      if !isFixed { subscribe() }
      mailbox.sync { hasHandler.value = true }
      if isFixed { subscribe() }
      group.wait()
      try require(received.value, is: 1)
    },
  ]
}
