// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Bytes as text that needs no quoting in a shell, a URL or a file name (RFC 4648, base64url unpadded).
package enum URLSafeText {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var held = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 6 {
        held -= 6
        text.append(alphabet[Int(bits >> UInt32(held)) & 63])
      }
    }
    if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Refuses characters outside the alphabet, impossible lengths and left-over bits that are not zero.
  package static func decode(_ text: Substring) throws(TokenError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var bits: UInt32 = 0
    var held = 0
    for byte in text.utf8 {
      guard let value = value(of: byte) else { throw refusal(text) }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    guard held < 6, bits & (1 << UInt32(held) - 1) == 0 else { throw .damaged }
    return bytes
  }

  /// Names the first character that does not belong there.
  private static func refusal(_ text: Substring) -> TokenError {
    let start = text.base.distance(from: text.base.startIndex, to: text.startIndex)
    for (offset, character) in text.enumerated()
    where character.asciiValue.flatMap(value(of:)) == nil {
      return .unexpectedCharacter(character, offset: start + offset)
    }
    return .damaged
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
