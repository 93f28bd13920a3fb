// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A queue that is filled while it is inactive, then let go, stopped and resumed.
let queue = DispatchQueue(label: "gate", attributes: .initiallyInactive)
let lock = NSLock()
var served: [Int] = []
let all = DispatchGroup()

func serve(_ number: Int) {
  queue.async(group: all) {
    lock.lock()
    served.append(number)
    lock.unlock()
  }
}

for number in 1...3 {
  serve(number)
}
queue.activate()
all.wait()
queue.suspend()
serve(4)
lock.lock()
let early = served
lock.unlock()
queue.resume()
all.wait()
precondition(early == [1, 2, 3] && served == [1, 2, 3, 4])
