// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Timers and answers that are due at the same instant.
  static let timeRaces = [
    DefectProgram(
      "timer_versus_completion", .assertion, depth: 2, threads: 2,
      "a timer and a reply of the same instant both find the request open, and both complete it"
    ) { isFixed in
      let isDone = QueueVariable(false)
      let completions = QueueVariable(0)
      let group = DispatchGroup()
      let deadline = DispatchTime.now() + .milliseconds(5)
      for _ in 0..<2 {
        group.enter()
        DispatchQueue.global().asyncAfter(deadline: deadline) {
          if isFixed ? isDone.setOnce() : !isDone.read() {
            isDone.write(true)
            completions.update { $0 += 1 }
          }
          group.leave()
        }
      }
      group.wait()
      try require(completions.read(), is: 1)
    },
    DefectProgram(
      "timeout_with_late_reply", .assertion, depth: 1, threads: 2,
      "a wait times out while the reply is due, and the buffer that the reply fills is gone"
    ) { isFixed in
      let hasBuffer = QueueVariable(true)
      let verdict = Verdict()
      let isReplied = DispatchSemaphore(value: 0)
      let deadline = DispatchTime.now() + .milliseconds(5)
      DispatchQueue.global().asyncAfter(deadline: deadline - .microseconds(500)) {
        if !isFixed { verdict.require(hasBuffer.read(), "a reply fills a buffer that is gone") }
        isReplied.signal()
      }
      if isReplied.wait(timeout: deadline + .milliseconds(isFixed ? 5 : 0)) == .timedOut {
        hasBuffer.write(false)
        isReplied.wait()
      }
      try verdict.check()
    },
  ]
}
