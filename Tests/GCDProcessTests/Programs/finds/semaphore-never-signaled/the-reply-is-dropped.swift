// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Its state is used on its queue.
final class Client: @unchecked Sendable {
  let queue = DispatchQueue(label: "client")
  var isClosed = false

  func ask(_ reply: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async {
      self.queue.async { if !self.isClosed { reply() } }
    }
  }

  func close() { queue.async { self.isClosed = true } }
}

let client = Client()
let answered = DispatchSemaphore(value: 0)
client.ask { answered.signal() }
client.close()
answered.wait()
print("answered at \(Date().timeIntervalSince1970), by the main thread: \(Thread.isMainThread)")
