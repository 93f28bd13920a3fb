// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let network = OperationQueue()
network.maxConcurrentOperationCount = 3
let loaded = DispatchSemaphore(value: 0)
for _ in 0..<2 { network.addOperation { loaded.wait() } }
network.addOperation {
  loaded.signal()
  loaded.signal()
}
network.waitUntilAllOperationsAreFinished()
