// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Has the name of a test of another target.
@Test func free() {
  let queue = DispatchQueue(label: "com.acme.more")
  queue.sync { queue.sync {} }
}
