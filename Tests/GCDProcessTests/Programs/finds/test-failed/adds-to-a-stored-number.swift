// Licensed under the Apache License, Version 2.0; see LICENSE.
// Both may look at the stored number before one of them has changed it.
// says: sets variable "UserDefaults"
import Dispatch
import Foundation

// Safe for threads by its documentation.
nonisolated(unsafe) let store = UserDefaults.standard
store.set(0, forKey: "visits")
DispatchQueue.concurrentPerform(iterations: 2) { _ in
  store.set(store.integer(forKey: "visits") + 1, forKey: "visits")
}
exit(store.integer(forKey: "visits") == 2 ? 0 : 1)
