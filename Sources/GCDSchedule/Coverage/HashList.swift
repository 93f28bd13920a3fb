// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Hashes of schedules as text, eight bytes each (RFC 4648, base64url unpadded).
package enum HashList {
  package static func text(_ hashes: [UInt64]) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: hashes.count * 8) { bytes, count in
      for hash in hashes {
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes[count] = UInt8(truncatingIfNeeded: hash >> UInt64(shift))
          count += 1
        }
      }
    }
    return URLSafeText.encode(bytes)
  }

  /// Nil for a text that is no such list.
  package static func hashes(_ text: String) -> [UInt64]? {
    guard let bytes = try? URLSafeText.decode(text[...]), bytes.count % 8 == 0 else { return nil }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(bytes.count / 8)
    var hash: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      hash = hash << 8 | UInt64(byte)
      if index & 7 == 7 { hashes.append(hash) }
    }
    return hashes
  }
}

/// Reads numbers back in the order in which they were written to a `HashList`.
package struct WordReader {
  private var rest: ArraySlice<UInt64>

  package init(_ words: [UInt64]) { rest = words[...] }

  /// Nil for a text that is no such list.
  package init?(_ text: String) {
    guard let words = HashList.hashes(text) else { return nil }
    rest = words[...]
  }

  package var isAtEnd: Bool { rest.isEmpty }

  /// Nil at the end.
  package mutating func word() -> UInt64? { rest.popFirst() }

  /// Nil at the end, and for a number that no count can be.
  package mutating func count() -> Int? { word().flatMap(Int.init(exactly:)) }

  /// A number of words and then these; nil where they are not there.
  package mutating func list() -> [UInt64]? {
    guard let count = count() else { return nil }
    return list(of: count)
  }

  package mutating func list(of count: Int) -> [UInt64]? {
    guard count <= rest.count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt64] {
  /// As `WordReader.list` reads it.
  mutating package func append(list: [UInt64]) {
    append(UInt64(list.count))
    self += list
  }
}
