// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// What is begun and not waited for.
public enum Leftover {
  /// The barrier waits for a group that is left behind a sync to its queue.
  public static func barrier() {
    let (cache, group) = (DispatchQueue(label: "cache", attributes: .concurrent), DispatchGroup())
    group.enter()
    cache.async(flags: .barrier) {
      DispatchQueue.global().async {
        cache.sync {}
        group.leave()
      }
      group.wait()
    }
  }

  public static func lockDuringAWait() { waitTwice(for: DispatchSemaphore(value: 0)) }

  public static func cycle() {
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    first.async { second.sync {} }
    second.async { first.sync {} }
  }

  public static func trap() {
    DispatchQueue.global().async {
      usleep(10)
      fatalError("late")
    }
  }

  public static func waitThatTimeEnds() {
    let ready = DispatchSemaphore(value: 0)
    waitTwice(for: ready)
    for delay in [1, 120] {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { ready.signal() }
    }
  }

  /// The lock is kept until the main thread has answered.
  public static func answerOfMain() {
    let ready = DispatchSemaphore(value: 0)
    waitTwice(for: ready)
    for _ in 0..<2 { DispatchQueue.main.async { ready.signal() } }
  }

  public static func service() {
    let (work, queue) = (DispatchSemaphore(value: 0), DispatchQueue(label: "service"))
    queue.async { while true { work.wait() } }
    queue.async {}
    work.signal()
  }

  public static func poll() {
    DispatchQueue.global().async { while true { usleep(1_000) } }
    DispatchQueue.global().async { while true { sched_yield() } }
  }

  private static func waitTwice(for ready: DispatchSemaphore) {
    let lock = NSLock()
    for _ in 0..<2 {
      DispatchQueue.global().async {
        lock.lock()
        ready.wait()
        lock.unlock()
      }
    }
  }
}
