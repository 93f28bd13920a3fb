// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Programs made by rule, of calls that never wait.
@Suite struct GeneratedProgramTests {
  /// Nothing in them blocks, so nothing can deadlock.
  @Test(arguments: 0..<20) func p68AsyncAfterAndBarrierNeverDeadlock(seed: Int) {
    expectClean(schedules: 50) {
      var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
      func draw(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      let base = DispatchQueue(label: "base", attributes: draw(2) == 0 ? [] : .concurrent)
      let queues = (0..<4).map { index in
        DispatchQueue(
          label: "queue \(index)", attributes: draw(2) == 0 ? [] : .concurrent,
          target: draw(2) == 0 ? base : nil)
      }
      for _ in 0..<12 {
        let queue = queues[draw(4)]
        let next = queues[draw(4)]
        switch draw(3) {
        case 0: queue.async { next.async {} }
        case 1: queue.async(flags: .barrier) { next.async(flags: .barrier) {} }
        default: queue.asyncAfter(deadline: .now() + .milliseconds(draw(5))) { next.async {} }
        }
      }
    }
  }
}
