// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

struct Connection {
  let number: Int
}

// Two connections for any number of clients.
final class ConnectionPool {
  private let free = DispatchSemaphore(value: 2)
  private let lock = NSLock()
  private var idle = [Connection(number: 1), Connection(number: 2)]

  func take() -> Connection {
    free.wait()
    lock.lock()
    let connection = idle.removeLast()
    lock.unlock()
    return connection
  }

  func give(_ connection: Connection) {
    lock.lock()
    idle.append(connection)
    lock.unlock()
    free.signal()
  }

  var idleCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return idle.count
  }
}

let pool = ConnectionPool()
let clients = DispatchGroup()
for client in 0..<5 {
  DispatchQueue.global().async(group: clients) {
    let connection = pool.take()
    precondition(connection.number > 0, "client \(client)")
    pool.give(connection)
  }
}
clients.wait()
precondition(pool.idleCount == 2)
