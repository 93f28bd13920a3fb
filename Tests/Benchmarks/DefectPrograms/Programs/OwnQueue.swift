// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// A call comes back synchronously to the queue that it came from, in some state.
  static let ownQueue = [
    DefectProgram(
      "ping_callback_sync", .deadlock, depth: 2, threads: 2,
      "a ping calls back synchronously while the connection is down, and the callback syncs on its queue"
    ) { isFixed in
      let queue = DispatchQueue(label: "connection")
      let isDown = Variable(false)
      let group = DispatchGroup()
      @Sendable func restartTimer() { queue.sync {} }
      runTogether(2) { task in
        if task == 0 {
          queue.async(group: group) {
            if isDown.value, !isFixed { return restartTimer() }
            DispatchQueue.global().async(group: group) { restartTimer() }
          }
        } else {
          queue.async(group: group) { isDown.value = true }
          queue.async(group: group) { isDown.value = false }
        }
      }
      group.wait()
    },
    DefectProgram(
      "retry_on_own_queue", .deadlock, depth: 3, threads: 2,
      "the third failure in a row is reported by sync on the queue that counts the failures"
    ) { isFixed in
      let queue = DispatchQueue(label: "retries")
      let failures = Variable(0)
      let group = DispatchGroup()
      @Sendable func count(_ isFailure: Bool) {
        queue.async(group: group) {
          failures.value = isFailure ? failures.value + 1 : 0
          if failures.value == 3 { if isFixed { queue.async {} } else { queue.sync {} } }
        }
      }
      // Each failure is followed by a success, so that three in a row need both senders.
      runTogether(3) { _ in
        count(true)
        count(false)
      }
      group.wait()
    },
  ]
}
