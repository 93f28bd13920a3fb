// Licensed under the Apache License, Version 2.0; see LICENSE.
import Synchronization

final class Store: Sendable {
  private let items = Mutex<[Int]>([])

  var count: Int { items.withLock { $0.count } }

  func add() { items.withLock { $0.append(count) } }
}

let store = Store()
store.add()
