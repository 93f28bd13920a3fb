// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A value that blocks share; the programs decide whether they protect it.
final class Shared<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The same without a type parameter: what generic code of another module reads, ThreadSanitizer does not see
/// in a debug build.
final class Counter {
  var value = 0
}

/// Reads what is handed over: a value that is assigned to `_` is not read at all.
@inline(never) func use(_ value: Int) {}
