// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where and why a text is no JSON.
public struct JSONSyntaxError: Error, Equatable, CustomStringConvertible {
  /// Bytes from the start of the text.
  public var offset: Int
  /// What is wrong there.
  public var reason: String

  /// One line with place and reason.
  public var description: String { "not JSON at byte \(offset): \(reason)" }
}

/// Reads one JSON document (RFC 8259) whose numbers are whole.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  /// Bounds the recursion, so that a hostile file cannot overflow the stack.
  private static let depthMax = 128

  private init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  /// - Throws: `JSONSyntaxError`.
  static func parse(_ text: some StringProtocol) throws -> JSONValue {
    var parser = JSONParser(text)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    if parser.position < parser.bytes.count { throw parser.error("text after the end of the value") }
    return value
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    if depth > JSONParser.depthMax { throw error("nested too deeply") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value should be")
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a key in quotes is missing") }
      let key = try string()
      skipSpace()
      guard skip(":") else { throw error("\":\" is missing after the key") }
      members.append(.init(key: key, value: try value(depth: depth + 1)))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("\",\" or \"}\" is missing") }
    }
  }

  private mutating func array(depth: Int) throws -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return .array(values) }
      guard skip(",") else { throw error("\",\" or \"]\" is missing") }
    }
  }

  private mutating func number() throws -> Int {
    let start = position
    while let byte = peek, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || isDigit(byte) {
      position += 1
    }
    if let byte = peek, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte) {
      throw error("the number is not whole")
    }
    guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      position = start
      throw error("a value is missing")
    }
    return number
  }

  private mutating func string() throws -> String {
    position += 1
    // Most have no escapes.
    let plain = bytes[position...].prefix {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    position += plain.count
    if skip("\"") { return String(decoding: plain, as: UTF8.self) }
    var result = Array(plain)
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): result.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw error("a control character inside a string")
      default: result.append(byte)
      }
    }
    throw error("the string has no end")
  }

  private mutating func escape() throws -> Character {
    guard let byte = peek else { throw error("the string has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return Character(try unicodeEscape())
    default: throw error("unknown escape")
    }
  }

  /// One `\u` with four digits, or the two that make a character outside the basic plane.
  private mutating func unicodeEscape() throws -> UnicodeScalar {
    let first = try hexadecimal()
    if let scalar = UnicodeScalar(first) { return scalar }
    guard first < 0xdc00, skip("\\"), skip("u") else { throw error("half a surrogate pair") }
    let second = try hexadecimal()
    guard (0xdc00..<0xe000).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws -> UInt32 {
    guard position + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are missing") }
    position += 4
    return value
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("a value is missing") }
    position += word.utf8.count
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skip(_ character: UnicodeScalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: reason)
  }
}
