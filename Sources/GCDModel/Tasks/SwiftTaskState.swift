// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A task of Swift's concurrency, as far as others resume or cancel it.
struct SwiftTaskState {
  var stableID: UInt64
  /// How many tasks it has made.
  var made: UInt32 = 0
}
