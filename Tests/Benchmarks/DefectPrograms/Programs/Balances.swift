// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Pairs of calls whose second half comes too often, or without the first one.
  static let balances = [
    DefectProgram(
      "failure_twice", .misuse, depth: 2, threads: 2,
      "a failure block is run by two paths that both saw that nobody had run it"
    ) { isFixed in
      let group = DispatchGroup()
      let isReported = QueueVariable(false)
      group.enter()
      runTogether(2) { _ in
        if isFixed {
          if isReported.setOnce() { group.leave() }
          return
        }
        if isReported.read() { return }
        isReported.write(true)
        group.leave()
      }
      group.wait()
    },
    DefectProgram(
      "timeout_and_completion_leave", .misuse, depth: 1, threads: 2,
      "the timeout leaves the group, and so does the completion that meant to have cancelled it"
    ) { isFixed in
      let group = DispatchGroup()
      let hasLeft = QueueVariable(false)
      let timeout = Variable(DispatchWorkItem { if !isFixed || hasLeft.setOnce() { group.leave() } })
      group.enter()
      let deadline = DispatchTime.now() + .milliseconds(10)
      DispatchQueue.global().asyncAfter(deadline: deadline) {
        timeout.value.cancel()
        if !isFixed || hasLeft.setOnce() { group.leave() }
      }
      DispatchQueue.global().asyncAfter(deadline: deadline, execute: timeout.value)
      group.wait()
    },
    DefectProgram(
      "deinit_resumes", .misuse, depth: 1, threads: 2,
      "whoever tidies up resumes the queue whatever its state is"
    ) { isFixed in
      let state = PosixMutex()
      let player = DispatchQueue(label: "player")
      let isPaused = Variable(false)
      runThreads(2) { index in
        state.section {
          if index == 1, !isPaused.value {
            isPaused.value = true
            player.suspend()
          } else if index == 0, isPaused.value {
            isPaused.value = false
            player.resume()
          }
        }
      }
      if !isFixed || isPaused.value { player.resume() }
      player.sync {}
    },
    DefectProgram(
      "timer_dropped_inactive", .misuse, depth: 1, threads: 2,
      "a timer that was stopped before it was started is dropped without ever being resumed"
    ) { isFixed in
      let state = PosixMutex()
      let timer = Variable<DispatchSourceTimer?>(DispatchSource.makeTimerSource())
      let isStarted = Variable(false)
      runThreads(2) { index in
        state.section {
          if index == 0, let running = timer.value {
            running.schedule(deadline: .now() + 1)
            running.setEventHandler {}
            running.resume()
            isStarted.value = true
          } else if index == 1, let stopped = timer.value {
            if isFixed, !isStarted.value { stopped.activate() }
            stopped.cancel()
            timer.value = nil
          }
        }
      }
    },
    DefectProgram(
      "suspend_by_two", .misuse, depth: 3, threads: 2,
      "two clients look at a mark, then suspend and resume one queue, which is resumed once too often"
    ) { isFixed in
      let queue = DispatchQueue(label: "shared")
      let isSuspended = QueueVariable(false)
      let lock = PosixMutex()
      @Sendable func pauseAndGoOn() {
        if !isSuspended.read() {
          queue.suspend()
          isSuspended.write(true)
        }
        if isSuspended.read() {
          isSuspended.write(false)
          queue.resume()
        }
      }
      runTogether(2) { _ in
        if isFixed { lock.section(pauseAndGoOn) } else { pauseAndGoOn() }
      }
      queue.sync {}
    },
    DefectProgram(
      "item_waited_for_twice", .misuse, depth: 2, threads: 2,
      "two clients wait for one work item after both saw that nobody does"
    ) { isFixed in
      let item = Variable(DispatchWorkItem {})
      let isAwaited = QueueVariable(false)
      DispatchQueue.global().async(execute: item.value)
      runTogether(2) { _ in
        if isFixed {
          if isAwaited.setOnce() { item.value.wait() }
          return
        }
        if isAwaited.read() { return }
        isAwaited.write(true)
        item.value.wait()
      }
    },
  ]
}
