// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Three stages, each a serial queue; the last one counts.
let decoding = DispatchQueue(label: "decoding")
let scaling = DispatchQueue(label: "scaling")
let writing = DispatchQueue(label: "writing")
let room = DispatchSemaphore(value: 2)
let written = DispatchSemaphore(value: 0)
var output: [Int] = []

func write(_ value: Int) {
  writing.async {
    output.append(value)
    room.signal()
    if output.count == 6 { written.signal() }
  }
}

func scale(_ value: Int) {
  scaling.async {
    write(value * 10)
  }
}

func decode(_ value: Int) {
  room.wait()
  decoding.async {
    scale(value + 1)
  }
}

for value in 0..<6 {
  decode(value)
}
written.wait()
let result = writing.sync { output }
precondition(result == [10, 20, 30, 40, 50, 60])
