// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A timer that beats five times and says when it has ended.
final class Heartbeat {
  private let queue = DispatchQueue(label: "heartbeat")
  private let timer: DispatchSourceTimer
  private var beats = 0
  private let ended = DispatchSemaphore(value: 0)

  init() {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(10))
    timer.setEventHandler { [unowned self] in beat() }
    timer.setCancelHandler { [unowned self] in ended.signal() }
  }

  private func beat() {
    beats += 1
    if beats == 5 {
      timer.cancel()
    }
  }

  func start() {
    timer.activate()
  }

  func waitForEnd() -> Int {
    ended.wait()
    return queue.sync { beats }
  }
}

let heart = Heartbeat()
heart.start()
precondition(heart.waitForEnd() == 5)
