// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// W1: two threads wake each other `count` times in turn.
func runHandOffs(count: Int) {
  let ping = DispatchSemaphore(value: 0)
  let pong = DispatchSemaphore(value: 0)
  runTogether(2) { index in
    if index == 0 {
      for _ in 0..<count {
        ping.signal()
        pong.wait()
      }
    } else {
      for _ in 0..<count {
        ping.wait()
        pong.signal()
      }
    }
  }
}
