// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One line of output for people.
enum TextLine {
  /// Written at once, so that a reader sees it as soon as it is there.
  static func write(_ text: String) {
    print(text)
    fflush(nil)
  }
}
