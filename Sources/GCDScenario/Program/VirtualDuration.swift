// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A length of virtual time, 0 or more nanoseconds, or forever.
enum VirtualDuration: Hashable, Sendable {
  case nanoseconds(Int)
  case forever
}
