// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A variable that tasks share; programs guard it, or forget to.
// The programs run under control only: one task at a time, which changes only inside of an operation.
final class Variable<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}
