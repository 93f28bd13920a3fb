// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Check and change are one section.
final class Tickets: @unchecked Sendable {
  private let queue = DispatchQueue(label: "tickets", attributes: .concurrent)
  private var left = 1

  var remaining: Int { queue.sync(flags: .barrier) { left } }

  func sell() {
    queue.async(flags: .barrier) {
      if self.left > 0 { self.left -= 1 }
    }
  }
}

let tickets = Tickets()
let sellers = DispatchGroup()
for _ in 1...2 {
  DispatchQueue.global().async(group: sellers) { tickets.sell() }
}
sellers.wait()
precondition(tickets.remaining >= 0, "more is sold than there is")
