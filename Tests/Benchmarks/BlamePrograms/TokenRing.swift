// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A token goes round among threads; who has it may write.
let seats = 3
let turns = (0..<seats).map { _ in DispatchSemaphore(value: 0) }
let ended = DispatchGroup()
var written: [Int] = []

func sit(_ index: Int) {
  for _ in 0..<2 {
    turns[index].wait()
    written.append(index)
    turns[(index + 1) % seats].signal()
  }
  ended.leave()
}

for index in 0..<seats {
  ended.enter()
  Thread { sit(index) }.start()
}
turns[0].signal()
ended.wait()
precondition(written == [0, 1, 2, 0, 1, 2])
