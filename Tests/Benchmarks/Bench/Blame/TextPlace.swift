// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A place in a program: a text that occurs once in it, or one that follows another, `func take => lock()`.
struct TextPlace: Equatable {
  /// The first one occurs once; each further one is its first occurrence behind the one before.
  let parts: [String]

  init(_ text: String) {
    var parts: [String] = []
    var rest = text[...]
    while let arrow = rest.firstRange(of: " => ") {
      parts.append(String(rest[..<arrow.lowerBound]))
      rest = rest[arrow.upperBound...]
    }
    self.parts = parts + [String(rest)]
  }

  /// Why a place is none.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Where the last part lies.
  ///
  /// - Throws: `Failure` unless there is exactly one such place.
  func range(in text: String) throws(Failure) -> Range<String.Index> {
    let first = parts[0]
    let found = text.ranges(of: first)
    if found.count != 1 {
      throw Failure(description: "\"\(first)\" occurs \(found.count) times, it has to be there once")
    }
    var range = found[0]
    for part in parts.dropFirst() {
      guard let next = text[range.upperBound...].firstRange(of: part) else {
        throw Failure(description: "\"\(part)\" does not occur behind the text before it")
      }
      range = next
    }
    return range
  }

  /// The line of the place, from 1.
  func line(in text: String) throws(Failure) -> Int {
    let start = try range(in: text).lowerBound
    return text[..<start].count { $0 == "\n" } + 1
  }
}
