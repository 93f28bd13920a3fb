// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What `GCDCHECK_SYMBOLIZER` asks for.
enum ReaderChoice: Sendable, Hashable {
  /// No lines.
  case none
  case program(ReaderProgram)

  /// Reads `none` or the whole path of a program that is there; nil for everything else.
  init?(_ text: String) {
    if text == "none" {
      self = .none
    } else {
      guard text.hasPrefix("/"), access(text, X_OK) == 0, let program = ReaderProgram(path: text) else {
        return nil
      }
      self = .program(program)
    }
  }

  /// What the variable of this process holds; nil where it holds nothing, or what the reader of the options
  /// refuses.
  static let asked: ReaderChoice? =
    getenv(EnvironmentVariable.symbolizer.rawValue).flatMap { ReaderChoice(String(cString: $0)) }
}
