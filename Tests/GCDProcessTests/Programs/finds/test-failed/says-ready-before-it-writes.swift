// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Synchronization

/// The flag is set before the value that it announces. The main thread waits for both blocks.
final class Slot: Sendable {
  let isReady = Atomic<Bool>(false)
  let value = Mutex(0)
}

let slot = Slot()
let seen = Mutex(5)
let both = DispatchGroup()
DispatchQueue.global().async(group: both) {
  slot.isReady.store(true, ordering: .releasing)
  slot.value.withLock { $0 = 5 }  // cause
}
DispatchQueue.global().async(group: both) {
  guard slot.isReady.load(ordering: .acquiring) else { return }
  let value = slot.value.withLock { $0 }
  seen.withLock { $0 = value }
}
both.wait()
precondition(seen.withLock { $0 } == 5, "a value was seen that is not there yet")
