// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// A variable of which each single access is guarded by a serial queue, so that only accesses interleave.
// `value` is touched only on `queue`.
final class QueueVariable<Value>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "variable")
  private var value: Value

  init(_ value: Value) { self.value = value }

  func read() -> Value { queue.sync { value } }

  func write(_ new: Value) { queue.sync { value = new } }

  func update<Result>(_ change: (inout Value) -> Result) -> Result { queue.sync { change(&value) } }
}

extension QueueVariable<Bool> {
  /// Whether the caller is the first to set it.
  func setOnce() -> Bool {
    update { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
