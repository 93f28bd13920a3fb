// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A length of virtual time, 0 or more nanoseconds, or forever.
enum VirtualDuration: Hashable, Sendable {
  case nanoseconds(Int)
  case forever
}

/// Writes a time as scenarios do.
enum DurationWords {
  /// The largest unit in which the time is a whole number: "3s", "1500ms", "7ns".
  static func describe(nanoseconds: Int) -> String {
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us")]
    for (size, name) in units where nanoseconds % size == 0 && nanoseconds != 0 {
      return "\(nanoseconds / size)\(name)"
    }
    return nanoseconds == 0 ? "0s" : "\(nanoseconds)ns"
  }
}
