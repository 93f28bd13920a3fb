// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Timers that are suspended, slow, or started twice.
@Suite struct SuspendedTimerTests {
  @Test func p61TimerSuspendedForSeveralPeriods() {
    expectClean(schedules: 100) {
      let queue = DispatchQueue(label: "com.acme.timer")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let counts = Shared([UInt]())
      let done = DispatchSemaphore(value: 0)
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler {
        counts.value.append(timer.data)
        if counts.value.count == 2 {
          timer.cancel()
          done.signal()
        }
      }
      timer.resume()
      // The first tick is taken, then five periods pass while the timer is suspended.
      let first = DispatchSemaphore(value: 0)
      queue.asyncAfter(deadline: .now() + 1.5) {
        timer.suspend()
        first.signal()
      }
      first.wait()
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 5)
      timer.resume()
      done.wait()
      try require(counts.value == [1, 5], "\(counts.value)")
    }
  }

  @Test func p88SecondStartIsIgnored() {
    expectClean(schedules: 200) {
      let done = DispatchSemaphore(value: 0)
      let countdown = Countdown(from: 3, queue: DispatchQueue(label: "com.acme.countdown"))
      let first = Shared(0)
      let second = Shared(0)
      countdown.start {
        first.value += 1
        done.signal()
      }
      countdown.start { second.value += 1 }
      done.wait()
      try require(first.value == 1 && second.value == 0)
    }
  }

  /// Counts down once a second and tells the first who asked.
  private final class Countdown: @unchecked Sendable {
    private let queue: DispatchQueue
    private var left: Int
    private var timer: DispatchSourceTimer?

    init(from start: Int, queue: DispatchQueue) {
      left = start
      self.queue = queue
    }

    func start(_ completion: @escaping @Sendable () -> Void) {
      queue.sync {
        if timer != nil { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [weak self] in self?.tick(completion) }
        self.timer = timer
        timer.resume()
      }
    }

    private func tick(_ completion: () -> Void) {
      left -= 1
      if left > 0 { return }
      timer?.cancel()
      timer = nil
      completion()
    }
  }
}
