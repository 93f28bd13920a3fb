// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The text form of schedule tokens, version 1.
///
/// Bytes: a header, the deviations, a checksum of 24 bits; six bits a character after that. The header is a
/// varint (pause flag · 2^29 + pool width · 2 + skew flag), then the entropy seed in eight bytes, lowest
/// first. A deviation is one byte `0ggggiii`: the gap to the point before it, less one, and the index of the
/// choice; a field of all ones is continued by a varint. `1rrrrrrr` repeats the deviation before it r + 1
/// times, which keeps regular runs short.
enum TokenCoding {
  /// The bit of the header behind the pool's width.
  private static let pauses: UInt64 = 1 << 29
  static let largestGap = 15
  static let largestChoice = 7
  static let checksumBytes = 3

  static func encode(_ token: ScheduleToken) -> String {
    var bytes: [UInt8] = []
    ByteWriter.append(
      varint: (token.pausesAfterReleases ? pauses : 0) | UInt64(token.poolWidth) << 1
        | (token.allowsSkew ? 1 : 0), to: &bytes)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: token.entropySeed >> UInt64(shift)))
    }
    encode(token.deviations, to: &bytes)
    let sum = checksum(bytes[...])
    for index in 0..<checksumBytes { bytes.append(UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))) }
    return ScheduleToken.prefix + URLSafeText.encode(bytes)
  }

  private static func encode(_ deviations: [Deviation], to bytes: inout [UInt8]) {
    var lastPoint: UInt32 = 0
    var lastGap = -1
    var lastChoice = -1
    var repeats = 0
    func flush() {
      while repeats > 0 {
        let now = min(repeats, 128)
        bytes.append(0x80 | UInt8(now - 1))
        repeats -= now
      }
    }
    for deviation in deviations {
      let gap = Int(deviation.point - lastPoint) - 1
      let choice = Int(deviation.choice)
      lastPoint = deviation.point
      if gap == lastGap, choice == lastChoice {
        repeats += 1
        continue
      }
      flush()
      lastGap = gap
      lastChoice = choice
      bytes.append(UInt8(min(gap, largestGap) << 3 | min(choice, largestChoice)))
      if gap >= largestGap { ByteWriter.append(varint: UInt64(gap - largestGap), to: &bytes) }
      if choice >= largestChoice { ByteWriter.append(varint: UInt64(choice - largestChoice), to: &bytes) }
    }
    flush()
  }

  static func decode(_ text: String) throws(TokenError) -> ScheduleToken {
    let bytes = try URLSafeText.decode(try payload(of: text))
    guard bytes.count > checksumBytes else { throw .damaged }
    let body = bytes.dropLast(checksumBytes)
    var sum: UInt64 = 0
    for (index, byte) in bytes.suffix(checksumBytes).enumerated() { sum |= UInt64(byte) << UInt64(8 * index) }
    guard sum == checksum(body) else { throw .damaged }

    var reader = ByteReader(bytes: body)
    let header = try reader.varint()
    guard header < pauses << 1 else { throw .damaged }
    var seed: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { seed |= UInt64(try reader.byte()) << UInt64(shift) }
    return ScheduleToken(
      entropySeed: seed, poolWidth: Int((header & ~pauses) >> 1), allowsSkew: header & 1 == 1,
      pausesAfterReleases: header & pauses != 0, deviations: try decodeDeviations(&reader))
  }

  private static func decodeDeviations(_ reader: inout ByteReader) throws(TokenError) -> [Deviation] {
    var deviations: [Deviation] = []
    var point: UInt64 = 0
    var gap: UInt64 = 0
    var choice: UInt64 = 0
    while !reader.isAtEnd {
      let byte = try reader.byte()
      var times = 1
      if byte & 0x80 != 0 {
        guard !deviations.isEmpty else { throw .damaged }
        times = Int(byte & 0x7f) + 1
      } else {
        gap = UInt64(byte >> 3)
        choice = UInt64(byte & 7)
        if gap == largestGap { gap += try reader.varint() }
        if choice == largestChoice { choice += try reader.varint() }
      }
      guard gap < UInt64(UInt32.max), choice < UInt64(UInt32.max) else { throw .damaged }
      for _ in 0..<times {
        point += gap + 1
        guard point < UInt64(UInt32.max) else { throw .damaged }
        deviations.append(Deviation(point: UInt32(point), choice: UInt32(choice)))
      }
    }
    return deviations
  }

  /// 24 bits over all bytes and their number: one wrong character in 16 million goes unseen.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = UInt64(bytes.count)
    for byte in bytes { hash = fold(hash, UInt64(byte)) }
    return hash & 0xff_ffff
  }

  /// What follows the prefix of this version, with its offset in the text.
  private static func payload(of text: String) throws(TokenError) -> Substring {
    var token = text[...]
    while let first = token.first, first.isWhitespace { token.removeFirst() }
    while let last = token.last, last.isWhitespace { token.removeLast() }
    guard token.hasPrefix("gcd"), let dash = token.firstIndex(of: "-") else { throw .notAToken }
    let version = token[token.index(token.startIndex, offsetBy: 3)..<dash]
    guard !version.isEmpty, version.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw .notAToken }
    guard version == "1" else { throw .otherVersion(found: "gcd\(version)-") }
    return token[token.index(after: dash)...]
  }
}

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
