// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Two threads that take turns.
let ping = DispatchSemaphore(value: 1)
let pong = DispatchSemaphore(value: 0)
let rounds = 3
var calls: [String] = []

let first = Thread {
  for _ in 0..<rounds {
    ping.wait()
    calls.append("ping")
    pong.signal()
  }
}

let second = Thread {
  for round in 1...rounds {
    pong.wait()
    calls.append("pong")
    if round == rounds {
      finished.signal()
    } else {
      ping.signal()
    }
  }
}

let finished = DispatchSemaphore(value: 0)
first.start()
second.start()
finished.wait()
precondition(calls == ["ping", "pong", "ping", "pong", "ping", "pong"])
