// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Turns an `Encodable` value into JSON without Foundation, with keys in the order in which they are
/// declared.
///
/// Unsigned 64-bit values (seeds, hashes, nanoseconds) become decimal strings: many JSON readers round beyond
/// 2^53.
func jsonValue(of value: some Encodable) throws -> JSONValue {
  let node = JSONNode()
  try value.encode(to: JSONValueEncoder(node: node, codingPath: []))
  return node.value
}

/// The place that an encoder fills; a class since nested containers outlive the call that made them.
private final class JSONNode {
  enum Content {
    case nothing
    case leaf(JSONValue)
    case array([JSONNode])
    case object([(key: String, node: JSONNode)])
  }

  var content = Content.nothing

  var value: JSONValue {
    switch content {
    case .nothing: .object([])
    case .leaf(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members): .object(members.map { .init(key: $0.key, value: $0.node.value) })
    }
  }

  func append() -> JSONNode {
    var nodes: [JSONNode] = []
    if case .array(let present) = content { nodes = present }
    // Now the nodes have one owner: adding to them copies none.
    content = .nothing
    let node = JSONNode()
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  func member(_ key: String) -> JSONNode {
    var members: [(key: String, node: JSONNode)] = []
    if case .object(let present) = content { members = present }
    let node = JSONNode()
    content = .object(members + [(key, node)])
    return node
  }

  func becomeArray() {
    if case .nothing = content { content = .array([]) }
  }
}

private struct JSONValueEncoder: Encoder {
  let node: JSONNode
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return Unkeyed(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node, codingPath: codingPath)
  }

  /// Fills `node` with a scalar directly and with anything else through its own `encode`.
  static func encode(_ value: some Encodable, into node: JSONNode, at path: [any CodingKey]) throws {
    switch value {
    case let value as Bool: node.content = .leaf(.bool(value))
    case let value as String: node.content = .leaf(.string(value))
    case let value as UInt64: node.content = .leaf(.string(String(value)))
    case let value as any BinaryInteger & Encodable: node.content = .leaf(.number(Int(value)))
    case is any BinaryFloatingPoint:
      throw EncodingError.invalidValue(
        value, .init(codingPath: path, debugDescription: "the event stream has whole numbers only"))
    default: try value.encode(to: JSONValueEncoder(node: node, codingPath: path))
    }
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    var codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { node.member(key.stringValue).content = .leaf(.null) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try JSONValueEncoder.encode(value, into: node.member(key.stringValue), at: codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
      JSONValueEncoder(node: node.member("super"), codingPath: codingPath)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: Key) -> JSONValueEncoder {
      JSONValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey]
    var count: Int {
      if case .array(let nodes) = node.content { nodes.count } else { 0 }
    }

    mutating func encodeNil() throws { node.append().content = .leaf(.null) }

    mutating func encode(_ value: some Encodable) throws {
      try JSONValueEncoder.encode(value, into: node.append(), at: codingPath)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      JSONValueEncoder(node: node.append(), codingPath: codingPath).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      JSONValueEncoder(node: node.append(), codingPath: codingPath).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
      JSONValueEncoder(node: node.append(), codingPath: codingPath)
    }
  }

  struct Single: SingleValueEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey]

    mutating func encodeNil() throws { node.content = .leaf(.null) }

    mutating func encode(_ value: some Encodable) throws {
      try JSONValueEncoder.encode(value, into: node, at: codingPath)
    }
  }
}
