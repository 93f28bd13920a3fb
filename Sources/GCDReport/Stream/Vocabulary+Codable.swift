// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Written by name ("barrierSync"), so that a stream can be read without this source.
extension OperationKind: Codable {
  private static let byName: [String: OperationKind] =
    Dictionary(uniqueKeysWithValues: OperationKind.allCases.map { ($0.streamName, $0) })

  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: OperationKind.byName)
  }

  public func encode(to encoder: any Encoder) throws { try streamName.encode(to: encoder) }
}

/// Written by name ("unbalancedLeave"), so that a stream can be read without this source.
extension Misuse: Codable {
  private static let byName: [String: Misuse] =
    Dictionary(uniqueKeysWithValues: Misuse.allCases.map { ($0.streamName, $0) })

  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: Misuse.byName)
  }

  public func encode(to encoder: any Encoder) throws { try streamName.encode(to: encoder) }
}

/// Written by name ("eventHandler"), so that a stream can be read without this source.
extension TaskKind: Codable {
  private static let byName: [String: TaskKind] =
    Dictionary(
      uniqueKeysWithValues: (0...UInt8.max).lazy.compactMap { TaskKind(rawValue: $0) }.map {
        ($0.streamName, $0)
      })

  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: TaskKind.byName)
  }

  public func encode(to encoder: any Encoder) throws { try streamName.encode(to: encoder) }
}

private func decodeName<Value>(from decoder: any Decoder, among values: [String: Value]) throws -> Value {
  let container = try decoder.singleValueContainer()
  let name = try container.decode(String.self)
  guard let value = values[name] else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "\"\(name)\" is not a \(Value.self)")
  }
  return value
}
