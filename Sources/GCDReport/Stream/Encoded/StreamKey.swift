// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The name of a member, or of a case, in the event stream. All types share it: keys that the compiler makes
/// up for each of them are half of what it has to compile.
struct StreamKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}

extension Encoder {
  func members() -> KeyedEncodingContainer<StreamKey> { container(keyedBy: StreamKey.self) }
}

extension KeyedEncodingContainer<StreamKey> {
  /// The object with the values of a case; a case is an object with this one member.
  @discardableResult
  mutating func add(_ name: StreamKey) -> KeyedEncodingContainer<StreamKey> {
    nestedContainer(keyedBy: StreamKey.self, forKey: name)
  }
}

extension Decoder {
  func members() throws -> KeyedDecodingContainer<StreamKey> { try container(keyedBy: StreamKey.self) }

  /// The name of a case, and its values.
  func choice() throws -> (String, KeyedDecodingContainer<StreamKey>) {
    let choices = try members()
    guard choices.allKeys.count == 1 else { throw notACase }
    let name = choices.allKeys[0]
    return (name.stringValue, try choices.nestedContainer(keyedBy: StreamKey.self, forKey: name))
  }

  var notACase: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "not one of the cases known here"))
  }
}

extension KeyedDecodingContainer<StreamKey> {
  func callAsFunction<Value: Decodable>(_ name: StreamKey) throws -> Value {
    try decode(Value.self, forKey: name)
  }

  func optional<Value: Decodable>(_ name: StreamKey) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: name)
  }
}
