// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Orders go to a desk; the answer comes on the queue that the client names.
final class OrderDesk {
  private let queue = DispatchQueue(label: "desk")
  private var stock = 5

  func order(_ count: Int, replyOn reply: DispatchQueue, completion: @escaping (Bool) -> Void) {
    queue.async {
      let isThere = self.stock >= count
      if isThere { self.stock -= count }
      reply.async { completion(isThere) }
    }
  }

  func remaining() -> Int {
    queue.sync { stock }
  }
}

final class Client {
  let queue = DispatchQueue(label: "client")
  private let answered = DispatchSemaphore(value: 0)
  private var accepted = 0

  func buy(_ counts: [Int], at desk: OrderDesk) -> Int {
    for count in counts {
      desk.order(count, replyOn: queue) { isThere in
        if isThere { self.accepted += count }
        self.answered.signal()
      }
    }
    for _ in counts {
      answered.wait()
    }
    return queue.sync { accepted }
  }
}

let desk = OrderDesk()
let clients = [Client(), Client()]
let shopping = DispatchGroup()
var bought = [0, 0]
for (index, client) in clients.enumerated() {
  DispatchQueue.global().async(group: shopping) {
    bought[index] = client.buy([2, 1], at: desk)
  }
}
shopping.wait()
precondition(desk.remaining() + bought[0] + bought[1] == 5)
