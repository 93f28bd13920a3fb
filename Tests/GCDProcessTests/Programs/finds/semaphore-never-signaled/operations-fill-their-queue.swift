// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// says: semaphore 'loaded' (
// says: operation "loads" has not started: its queue "network" runs 2 operations at once, and is
// says: blocked in OperationQueue.waitUntilAllOperationsAreFinished
let network = OperationQueue()
network.name = "network"
network.maxConcurrentOperationCount = 2
let loaded = DispatchSemaphore(value: 0)
for number in 0..<2 {
  let shows = BlockOperation {
    loaded.wait()  // cause
  }
  shows.name = "shows \(number)"
  network.addOperation(shows)
}
let loads = BlockOperation {
  loaded.signal()
  loaded.signal()
}
loads.name = "loads"
network.addOperation(loads)
network.waitUntilAllOperationsAreFinished()
