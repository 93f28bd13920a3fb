// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What gcdcheck says about itself, apart from findings; the words of every sentence stand here.
public enum Notice: Sendable, Hashable {
  /// A `GCDCHECK_*` variable cannot be read.
  case malformedVariable(name: String, value: String, expected: String)
  /// A variable begins with `GCDCHECK_` and means nothing.
  case unknownVariable(name: String)
  /// The seed that stands for `GCDCHECK_SEED=random`.
  case randomSeed(UInt64)

  /// The whole sentence, without an end of line.
  public var text: String {
    switch self {
    case .malformedVariable(let name, let value, let expected):
      "gcdcheck: \(name) holds '\(value)', but takes \(expected)"
    case .unknownVariable(let name):
      "gcdcheck: \(name) is no variable of gcdcheck; it has no effect"
    case .randomSeed(let seed):
      "gcdcheck: random seed; GCDCHECK_SEED=\(seed) repeats this run"
    }
  }
}
