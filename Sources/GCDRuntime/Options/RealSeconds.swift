// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A length of real time in seconds, as the variables of the watchdog and of events from outside hold it.
struct RealSeconds: Sendable, Equatable {
  /// More than a month: a user who waits longer wants 0, or another tool.
  static let most = 4_000_000

  let nanoseconds: UInt64

  /// Reads a decimal number without sign, exponent or unit; nil for everything else.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 20, text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
      let seconds = Double(text), seconds <= Double(RealSeconds.most)
    else { return nil }
    nanoseconds = UInt64(seconds * 1_000_000_000)
  }

  /// What a variable of this process holds; nil where it holds nothing, or what the reader of the options
  /// refuses.
  init?(_ variable: EnvironmentVariable) {
    guard let text = getenv(variable.rawValue), let value = RealSeconds(String(cString: text)) else {
      return nil
    }
    self = value
  }
}
