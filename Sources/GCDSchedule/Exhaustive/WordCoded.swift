// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A value as one text of words, in the alphabet of tokens: what is sent for each execution or job, or kept
/// many times, where an object of JSON with names would take several times as long to write and to read.
package protocol WordCoded {
  func write(to words: inout [UInt64])
  /// Nil for words that are none.
  init?(_ reader: inout WordReader)
}

extension WordCoded {
  /// As `init(text:)` reads it.
  package var text: String {
    var words: [UInt64] = []
    write(to: &words)
    return HashList.text(words)
  }

  /// Nil for a text that is none, or not all of one.
  package init?(text: String) {
    guard var reader = WordReader(text), let value = Self(&reader), reader.isAtEnd else { return nil }
    self = value
  }

  /// Inside of JSON it is one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// - Throws: `DecodingError` where the string is damaged.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(Self.self) is damaged")
    }
    self = value
  }
}
