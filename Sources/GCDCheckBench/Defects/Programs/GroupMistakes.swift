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
      "a callback leaves before it enters for the follow-up, and the group is empty for a moment"
    ) { isFixed in
      let group = DispatchGroup()
      let written = Variable(0)
      @Sendable func write() {
        DispatchQueue.global().async {
          written.value += 1
          if written.value < 3, isFixed { group.enter() }
          group.leave()
          if written.value < 3, !isFixed { group.enter() }
          if written.value < 3 { write() }
        }
      }
      group.enter()
      write()
      group.wait()
      try require(written.value, is: 3)
    },
    DefectProgram(
      "wait_for_first_wave", .assertion, depth: 2, threads: 4,
      "a block joins a group after a wait has seen the group empty"
    ) { isFixed in
      let group = DispatchGroup()
      let done = QueueVariable(0)
      let hasJoined = DispatchSemaphore(value: 0)
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { done.update { $0 += 1 } } }
      DispatchQueue.global().async {
        DispatchQueue.global().async(group: group) { done.update { $0 += 1 } }
        hasJoined.signal()
      }
      if isFixed { hasJoined.wait() }
      group.wait()
      let seen = done.read()
      if !isFixed { hasJoined.wait() }
      group.wait()
      try require(seen, is: 3)
    },
  ]
}
