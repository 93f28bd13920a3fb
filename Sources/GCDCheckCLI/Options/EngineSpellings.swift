// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

extension Strategy: SpelledValue {
  static var wanted: String { "auto, random, pct or pct:DEPTH with a depth from 1 to \(largestDepth), such as pct:3" }

  init?(spelling: String) { self.init(spelling) }
}

/// How many worker threads there are, as written on the command line.
enum PoolChoice: SpelledValue, Equatable {
  case unbounded
  /// Processors nil = the engine's default.
  case linux(processors: Int?)
  case darwin

  static let wanted = "unbounded, darwin, linux or linux:PROCESSORS, such as linux:4"

  init?(spelling: String) {
    switch spelling {
    case "unbounded": self = .unbounded
    case "darwin": self = .darwin
    case "linux": self = .linux(processors: nil)
    default:
      guard spelling.hasPrefix("linux:"), let count = Int(spelling.dropFirst(6)), (1...1024).contains(count)
      else { return nil }
      self = .linux(processors: count)
    }
  }
}
