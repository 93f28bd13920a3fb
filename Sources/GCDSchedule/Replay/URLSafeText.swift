// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Bytes as text that needs no quoting in a shell, a URL or a file name (RFC 4648, base64url unpadded).
package enum URLSafeText {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each character; 255 = it is none of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  package static func encode(_ bytes: [UInt8]) -> String {
    let count = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      var bits: UInt32 = 0
      var held = 0
      alphabet.withUnsafeBufferPointer { alphabet in
        for byte in bytes {
          bits = bits << 8 | UInt32(byte)
          held += 8
          while held >= 6 {
            held -= 6
            text[place] = alphabet[Int(bits >> UInt32(held)) & 63]
            place += 1
          }
        }
        if held > 0 {
          text[place] = alphabet[Int(bits << UInt32(6 - held)) & 63]
          place += 1
        }
      }
      return place
    }
  }

  /// Refuses characters outside the alphabet, impossible lengths and left-over bits that are not zero.
  package static func decode(_ text: Substring) throws(TokenError) -> [UInt8] {
    var contiguous = text
    var bits: UInt32 = 0
    var held = 0
    var isInAlphabet = true
    let bytes = contiguous.withUTF8 { characters in
      [UInt8](unsafeUninitializedCapacity: characters.count * 3 / 4) { bytes, count in
        values.withUnsafeBufferPointer { values in
          for character in characters {
            let value = values[Int(character)]
            if value == 255 {
              isInAlphabet = false
              return
            }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
              held -= 8
              bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
              count += 1
            }
          }
        }
      }
    }
    guard isInAlphabet else { throw refusal(text) }
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

  private static func value(of byte: UInt8) -> UInt8? { values[Int(byte)] == 255 ? nil : values[Int(byte)] }
}
