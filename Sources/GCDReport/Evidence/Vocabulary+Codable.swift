// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Written by name ("barrierSync"), so that a stream can be read without this source.
extension OperationKind: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: OperationKind.allCases)
  }

  /// Writes the form that the type describes.
  public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
}

/// Written by name ("unbalancedLeave").
extension Misuse: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: Misuse.allCases)
  }

  /// Writes the form that the type describes.
  public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
}

/// Written by name ("eventHandler").
extension TaskKind: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    self = try decodeName(from: decoder, among: (0...UInt8.max).compactMap { TaskKind(rawValue: $0) })
  }

  /// Writes the form that the type describes.
  public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
}

private func encodeName<Value>(of value: Value, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(String(describing: value))
}

private func decodeName<Value>(from decoder: any Decoder, among values: [Value]) throws -> Value {
  let container = try decoder.singleValueContainer()
  let name = try container.decode(String.self)
  guard let value = values.first(where: { String(describing: $0) == name }) else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "\"\(name)\" is not a \(Value.self)")
  }
  return value
}
