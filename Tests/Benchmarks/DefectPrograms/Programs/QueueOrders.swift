// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// An order is expected that no queue promises.
  static let queueOrders = [
    DefectProgram(
      "mailbox_order", .assertion, depth: 1, threads: 2,
      "two messages go to one mailbox over different relays and are expected in the order of sending"
    ) { isFixed in
      let relays = [DispatchQueue(label: "first relay"), DispatchQueue(label: "second relay")]
      let mailbox = DispatchQueue(label: "mailbox")
      let group = DispatchGroup()
      let received = Variable([Int]())
      for message in 0..<2 {
        relays[isFixed ? 0 : message].async(group: group) {
          mailbox.async(group: group) { received.value.append(message) }
        }
      }
      group.wait()
      try require(received.value == [0, 1], "the messages overtook each other")
    },
    relay(4), relay(6),
  ]

  /// A message over many queues against one that goes straight there.
  private static func relay(_ hops: Int) -> DefectProgram {
    DefectProgram(
      "long_relay_\(hops)", .assertion, depth: 1, threads: 2,
      "a message over \(hops) queues overtakes the one that was sent before it over a single queue"
    ) { isFixed in
      let queues = (0...hops).map { DispatchQueue(label: "hop \($0)") }
      let received = QueueVariable([Int]())
      let group = DispatchGroup()
      @Sendable func pass(_ hop: Int) {
        if hop == hops { return received.update { $0.append(1) } }
        queues[hop + 1].async(group: group) { pass(hop + 1) }
      }
      queues[0].async(group: group) {
        received.update { $0.append(0) }
        if isFixed { pass(0) }
      }
      if !isFixed { pass(0) }
      group.wait()
      try require(received.read() == [0, 1], "the long way was the shorter one")
    }
  }
}
