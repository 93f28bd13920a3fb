// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One schedule, printable: how a run left the baseline order, and the seed of its random numbers.
///
/// The text is `gcd1-` followed by URL-safe characters (letters, digits, `-`, `_`), and carries a checksum.
public struct ScheduleToken: Sendable, Hashable {
  /// What every token of this version begins with; part of the stable interface.
  public static let prefix = "gcd1-"

  /// The seed of the random numbers that the program draws.
  public var entropySeed: UInt64
  /// The width of the worker pool; 0 = unbounded.
  public var poolWidth: Int
  /// Whether the clock was offered as a candidate while others were enabled.
  public var allowsSkew: Bool
  /// Whether others could run between an operation that had enabled one of them and the code behind it.
  public var pausesAfterReleases: Bool
  /// Strictly ascending choice points.
  public private(set) var deviations: [Deviation]

  /// `poolWidth` is in 0 ... 2^28 - 1; `deviations` are in order of their points, no point twice.
  public init(
    entropySeed: UInt64, poolWidth: Int, allowsSkew: Bool, pausesAfterReleases: Bool = false,
    deviations: [Deviation]
  ) {
    self.entropySeed = entropySeed
    self.poolWidth = poolWidth
    self.allowsSkew = allowsSkew
    self.pausesAfterReleases = pausesAfterReleases
    self.deviations = deviations
  }

  /// Reads a token from its text; surrounding white space is ignored.
  public init(parsing text: String) throws(TokenError) {
    self = try TokenCoding.decode(text)
  }
}

extension ScheduleToken: CustomStringConvertible {
  /// The text that `init(parsing:)` reads back.
  public var description: String { TokenCoding.encode(self) }
}

/// Why a text is no schedule token that this version reads.
public enum TokenError: Error, Sendable, Equatable {
  /// The text does not begin like a token of any version.
  case notAToken
  /// A token of another version; `found` is its prefix, such as `gcd2-`.
  case otherVersion(found: String)
  /// A character that no token has, at this offset from the start of the text, from 0.
  case unexpectedCharacter(Character, offset: Int)
  /// Characters are missing, were added or were changed: the checksum or the structure does not fit.
  case damaged
}

/// As the text that users see.
extension ScheduleToken: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no schedule token")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
