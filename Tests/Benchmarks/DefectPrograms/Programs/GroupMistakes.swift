// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// A group is empty earlier than its user thinks.
  static let groupMistakes = [
    DefectProgram(
      "enter_inside_async", .assertion, depth: 1, threads: 3,
      "a group is entered inside of the blocks, so its notify can come before them"
    ) { isFixed in
      let group = DispatchGroup()
      let done = QueueVariable(0)
      let verdict = Verdict()
      let isNotified = DispatchSemaphore(value: 0)
      for _ in 0..<3 {
        if isFixed { group.enter() }
        DispatchQueue.global().async {
          if !isFixed { group.enter() }
          done.update { $0 += 1 }
          group.leave()
        }
      }
      group.notify(queue: .global()) {
        verdict.require(done.read() == 3, "notified before the work was done")
        isNotified.signal()
      }
      isNotified.wait()
      try verdict.check()
    },
    DefectProgram(
      "leave_before_enter", .assertion, depth: 1, threads: 2,
      "two chains of writes leave before they enter for the next one, and for a moment the group is empty"
    ) { isFixed in
      let group = DispatchGroup()
      let areAllWritten = DispatchSemaphore(value: 0)
      let written = Variable(0)
      @Sendable func write(_ rest: Int) {
        written.value += 1
        if written.value == 6 { areAllWritten.signal() }
        if rest > 0, isFixed { group.enter() }
        group.leave()
        if rest > 0, !isFixed { group.enter() }
        if rest > 0 { DispatchQueue.global().async { write(rest - 1) } }
      }
      for _ in 0..<2 {
        group.enter()
        DispatchQueue.global().async { write(2) }
      }
      group.wait()
      let seen = written.value
      areAllWritten.wait()
      try require(seen, is: 6)
    },
    DefectProgram(
      "wait_for_first_wave", .assertion, depth: 2, threads: 4,
      "a block joins a group after a wait has seen the group empty"
    ) { isFixed in
      let group = DispatchGroup()
      let done = QueueVariable(0)
      let hasJoined = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        DispatchQueue.global().async(group: group) { done.update { $0 += 1 } }
        hasJoined.signal()
      }
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { done.update { $0 += 1 } } }
      if isFixed { hasJoined.wait() }
      group.wait()
      let seen = done.read()
      if !isFixed { hasJoined.wait() }
      group.wait()
      try require(seen, is: 3)
    },
  ]
}
