// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Writes numbers in seven bits a byte, lowest first; all but the last byte have their top bit set.
enum ByteWriter {
  static func append(varint value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads bytes and varints and refuses to read past the end.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  mutating func byte() throws(TokenError) -> UInt8 {
    guard index < bytes.endIndex else { throw .damaged }
    defer { index += 1 }
    return bytes[index]
  }

  /// At most 63 bits, in the shortest form.
  mutating func varint() throws(TokenError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 63, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7f) << shift
      if next & 0x80 == 0 {
        guard next != 0 || shift == 0 else { throw .damaged }
        return value
      }
    }
    throw .damaged
  }
}
