// Licensed under the Apache License, Version 2.0; see LICENSE.
// What has waited for a time has waited longer, also by a `Date`, which rounds to 119 ns.
import Dispatch
import Foundation

var places: [Int] = []
func lasts(_ seconds: Double, _ line: Int = #line, _ wait: () -> Void) {
  let start = Date()
  wait()
  if Date().timeIntervalSince(start) <= seconds { places.append(line) }
}

let never = DispatchSemaphore(value: 0)
let empty = NSCondition()
let busy = DispatchGroup()
busy.enter()
for seconds in [0.001, 5.0] {
  lasts(seconds) { Thread.sleep(forTimeInterval: seconds) }
  lasts(seconds) { usleep(UInt32(seconds * 1_000_000)) }
  lasts(seconds) { Thread.sleep(until: Date(timeIntervalSinceNow: seconds)) }
  lasts(seconds) {
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: seconds < 1 ? 1_000_000 : 0)
    nanosleep(&rest, nil)
  }
  lasts(seconds) { _ = never.wait(timeout: .now() + seconds) }
  lasts(seconds) { _ = never.wait(wallTimeout: .now() + seconds) }
  lasts(seconds) { _ = busy.wait(timeout: .now() + seconds) }
  lasts(seconds) {
    empty.lock()
    while empty.wait(until: Date(timeIntervalSinceNow: seconds)) {}
    empty.unlock()
  }
  lasts(seconds) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { done.signal() }
    done.wait()
  }
  lasts(seconds) {
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { done.signal() }
    timer.activate()
    done.wait()
    timer.cancel()
  }
  lasts(seconds) {
    let done = DispatchSemaphore(value: 0)
    Task {
      try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
      done.signal()
    }
    done.wait()
  }
  lasts(seconds) {
    // Safe: the main thread alone reads and writes it, in its run loop.
    nonisolated(unsafe) var isOver = false
    let timer = Timer(timeInterval: seconds, repeats: false) { _ in isOver = true }
    RunLoop.main.add(timer, forMode: .default)
    while !isOver { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 100)) }
  }
}

// Two deadlines, one a microsecond after the other: each is late.
for first in [7, 8, 9] {
  let both = DispatchGroup()
  let start = Date()
  for count in [first, first + 1] {
    both.enter()
    DispatchQueue.main.asyncAfter(deadline: .now() + .microseconds(count)) {
      if Date().timeIntervalSince(start) <= Double(count) * 1e-6 { places.append(-count) }
      both.leave()
    }
  }
  while both.wait(timeout: .now()) == .timedOut {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 100))
  }
}
if !places.isEmpty { fatalError("over too early at \(places)") }
