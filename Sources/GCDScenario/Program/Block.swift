// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Steps that are handed to a queue or run in place.
enum Block: Sendable {
  case steps([Step])
  /// The entry of `blocks:` with this index.
  case named(Int)
  /// The work item with this index.
  case item(Int)
}
