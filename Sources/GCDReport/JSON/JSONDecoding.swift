// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Reads a `Decodable` value out of JSON without Foundation; members that the type does not know are ignored.
///
/// - Parameter countsAreSmall: Refuses counts that nothing can have counted, but not the values of the user's
///   variables and semaphores: the task that resumes such counts adds to them.
/// - Throws: `DecodingError`.
func decode<Value: Decodable>(
  _ type: Value.Type, from value: JSONValue, countsAreSmall: Bool = false
) throws -> Value {
  try JSONValueDecoder(value: value, countsAreSmall: countsAreSmall, codingPath: []).decode(type)
}

/// The largest number that all readers of JSON read as it is; nothing that is counted comes near.
let largestCount = 1 << 53

private struct JSONValueDecoder: Decoder {
  /// Members with numbers that users choose: every number is right.
  private static let anyNumber: Set<String> = [
    "before", "after", "value", "expected", "outcomes", "values", "changes", "steps", "schedules",
    "requested", "count", "code",
  ]
  let value: JSONValue
  let countsAreSmall: Bool
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: Any].self, "an object") }
    let table = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    return KeyedDecodingContainer(
      Keyed<Key>(members: table, countsAreSmall: countsAreSmall, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch([Any].self, "an array") }
    return Unkeyed(values: values, countsAreSmall: countsAreSmall, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoded: Any?
    switch type {
    case is Bool.Type:
      if case .bool(let bool) = value { decoded = bool } else { throw mismatch(type, "true or false") }
    case is String.Type:
      if case .string(let string) = value { decoded = string } else { throw mismatch(type, "a string") }
    case let integer as any FixedWidthInteger.Type:
      let number = try self.integer(integer)
      if let count = number as? Int, countsAreSmall, !isSmall(count) {
        throw mismatch(type, "a count that can be true")
      }
      decoded = number
    default: return try Value(from: self)
    }
    guard let result = decoded as? Value else { throw mismatch(type, "\(type)") }
    return result
  }

  private func isSmall(_ count: Int) -> Bool {
    count.magnitude <= largestCount
      || codingPath.last.map { JSONValueDecoder.anyNumber.contains($0.stringValue) } ?? false
  }

  /// Accepts a number or, as 64-bit values are written, a decimal string.
  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    switch value {
    case .number(let number): if let result = Number(exactly: number) { return result }
    case .string(let string): if let result = Number(string) { return result }
    default: break
    }
    throw mismatch(type, "a whole number in range")
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(expected) is missing"))
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let countsAreSmall: Bool
    var codingPath: [any CodingKey]
    var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      JSONValueDecoder(
        value: members["super"] ?? .null, countsAreSmall: countsAreSmall, codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> JSONValueDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(
          key, .init(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing"))
      }
      return JSONValueDecoder(
        value: value, countsAreSmall: countsAreSmall, codingPath: codingPath + [key])
    }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let countsAreSmall: Bool
    var codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    init(values: [JSONValue], countsAreSmall: Bool, codingPath: [any CodingKey]) {
      self.values = values
      self.countsAreSmall = countsAreSmall
      self.codingPath = codingPath
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, values[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> JSONValueDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          JSONValue.self, .init(codingPath: codingPath, debugDescription: "the array ends too soon"))
      }
      defer { currentIndex += 1 }
      return JSONValueDecoder(
        value: values[currentIndex], countsAreSmall: countsAreSmall, codingPath: codingPath)
    }
  }

  struct Single: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}
