// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What an I/O channel needs from its descriptor before it can continue.
public enum ChannelNeed: String, Sendable, Codable {
  /// More data, or the end of what it reads.
  case data = "data"
  /// That what was written is read.
  case room = "room"
}
