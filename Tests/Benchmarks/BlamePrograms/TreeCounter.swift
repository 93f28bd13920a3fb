// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A tree whose nodes share a recursive lock.
final class Node {
  static let lock = NSRecursiveLock()
  var children: [Node] = []
  private var value = 0

  func add(_ amount: Int) {
    Node.lock.lock()
    defer { Node.lock.unlock() }
    value += amount
    for child in children {
      child.add(amount)
    }
  }

  var total: Int {
    Node.lock.lock()
    defer { Node.lock.unlock() }
    return children.reduce(value) { $0 + $1.total }
  }
}

let root = Node()
root.children = [Node(), Node()]
root.children[0].children = [Node()]
let added = DispatchGroup()
for amount in 1...3 {
  DispatchQueue.global().async(group: added) {
    root.add(amount)
  }
}
added.wait()
precondition(root.total == 24)
