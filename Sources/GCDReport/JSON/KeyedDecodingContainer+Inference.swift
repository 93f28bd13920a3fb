// Licensed under the Apache License, Version 2.0; see LICENSE.

/// For the few types whose members are bounded or checked when they are read.
extension KeyedDecodingContainer {
  func callAsFunction<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  func optional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
