// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Runs a block for each number at the same time and waits for all; in the baseline order they go one after
/// the other.
func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count { DispatchQueue.global().async(group: group) { body(index) } }
  group.wait()
}

/// Runs two blocks at the same time and waits for both.
func together(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
  together(2) { $0 == 0 ? first() : second() }
}
