// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Two stores, each with a queue; goods move from one to the other.
final class Warehouse {
  private let queue: DispatchQueue
  private var boxes: Int

  init(_ name: String, boxes: Int) {
    queue = DispatchQueue(label: name)
    self.boxes = boxes
  }

  func take(_ count: Int) -> Bool {
    queue.sync {
      guard boxes >= count else { return false }
      boxes -= count
      return true
    }
  }

  func add(_ count: Int) {
    queue.sync { boxes += count }
  }

  var content: Int {
    queue.sync { boxes }
  }

  func move(_ count: Int, to other: Warehouse) {
    if take(count) {
      other.add(count)
    }
  }
}

let north = Warehouse("north", boxes: 3)
let south = Warehouse("south", boxes: 3)
let moves = DispatchGroup()
DispatchQueue.global().async(group: moves) { north.move(2, to: south) }
DispatchQueue.global().async(group: moves) { south.move(1, to: north) }
DispatchQueue.global().async(group: moves) { south.move(2, to: north) }
moves.wait()
precondition(north.content == 4 && south.content == 2)
