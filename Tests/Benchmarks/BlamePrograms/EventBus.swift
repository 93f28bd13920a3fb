// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Publish and subscribe; every subscriber has a queue of its own.
final class EventBus {
  private struct Subscriber {
    let queue: DispatchQueue
    let handler: (Int) -> Void
  }

  private let lock = NSLock()
  private var subscribers: [Subscriber] = []

  func subscribe(on queue: DispatchQueue, _ handler: @escaping (Int) -> Void) {
    lock.lock()
    subscribers.append(Subscriber(queue: queue, handler: handler))
    lock.unlock()
  }

  func publish(_ event: Int, in group: DispatchGroup) {
    lock.lock()
    let current = subscribers
    lock.unlock()
    for subscriber in current {
      group.enter()
      subscriber.queue.async {
        subscriber.handler(event)
        group.leave()
      }
    }
  }
}

let bus = EventBus()
let queues = (0..<3).map { DispatchQueue(label: "subscriber \($0)") }
var sums = [0, 0, 0]
for (index, queue) in queues.enumerated() {
  bus.subscribe(on: queue) { event in
    sums[index] += event
    if event == 3, index == 0 {
      bus.subscribe(on: queue) { _ in }
    }
  }
}
let delivered = DispatchGroup()
for event in 1...4 {
  bus.publish(event, in: delivered)
}
delivered.wait()
precondition(queues.indices.allSatisfy { index in queues[index].sync { sums[index] } == 10 })
