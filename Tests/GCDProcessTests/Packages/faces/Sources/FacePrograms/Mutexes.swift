// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Synchronization

/// A `Mutex` is locked in the program's own code, without a call.
extension FaceProgram {
  public static let mutexes: [FaceProgram] = [
    pair("mutexesInTwoOrders", "GCD102") {
      let (first, second, group) = (Guarded(0), Guarded(0), DispatchGroup())
      let both = Meeting(of: 2)
      DispatchQueue.global().async(group: group) {
        first.change { a in both.attend { second.change { a += $0 } } }
      }
      DispatchQueue.global().async(group: group) {
        second.change { a in both.attend { first.change { a += $0 } } }
      }
      group.wait()
    } twin: {
      let (first, second, group) = (Guarded(0), Guarded(0), DispatchGroup())
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { first.change { a in second.change { a += $0 } } }
      }
      group.wait()
    },
    pair("waitsWithItsMutex", "GCD102") {
      let (count, done) = (Guarded(0), DispatchSemaphore(value: 0))
      DispatchQueue.global().async {
        count.change { $0 += 1 }
        done.signal()
      }
      count.change { _ in done.wait() }
    } twin: {
      let (count, done) = (Guarded(0), DispatchSemaphore(value: 0))
      DispatchQueue.global().async {
        count.change { $0 += 1 }
        done.signal()
      }
      count.change { $0 += 1 }
      done.wait()
    },
  ].flatMap { $0 }
}

private final class Guarded: Sendable {
  private let state: Mutex<Int>

  init(_ value: Int) { state = Mutex(value) }

  func change(_ body: (inout Int) -> Void) { state.withLock { body(&$0) } }
}
