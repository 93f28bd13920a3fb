// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Stands for the threads of other tools: `count` blocks at the same time, and a wait for all of them.
package func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let queue = DispatchQueue.global()
  for index in 0..<count {
    queue.async(group: group) { body(index) }
  }
  group.wait()
}
