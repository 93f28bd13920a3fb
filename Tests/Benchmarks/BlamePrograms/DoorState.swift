// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A state machine on a serial queue; callers wait until a state is reached.
enum DoorState {
  case closed, opening, open
}

final class Door {
  private let queue = DispatchQueue(label: "door")
  private var state = DoorState.closed
  private var waiters: [DispatchSemaphore] = []

  func open() {
    queue.async {
      guard self.state == .closed else { return }
      self.state = .opening
      self.queue.asyncAfter(deadline: .now() + .milliseconds(300)) {
        self.finishOpening()
      }
    }
  }

  private func finishOpening() {
    state = .open
    for waiter in waiters { waiter.signal() }
    waiters.removeAll()
  }

  var isOpen: Bool {
    queue.sync { state == .open }
  }

  func waitUntilOpen() {
    let ticket = DispatchSemaphore(value: 0)
    queue.async {
      if self.state == .open {
        ticket.signal()
      } else {
        self.waiters.append(ticket)
      }
    }
    ticket.wait()
  }
}

let door = Door()
let people = DispatchGroup()
for _ in 0..<3 {
  DispatchQueue.global().async(group: people) {
    door.open()
    door.waitUntilOpen()
    precondition(door.isOpen)
  }
}
people.wait()
door.waitUntilOpen()
