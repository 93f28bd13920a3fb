// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Values as one line of JSON, for streams between processes of gcdcheck.
package enum JSONLine {
  /// The value without a line's end; none is inside it either.
  ///
  /// - Throws: `EncodingError` for a value that has no JSON form: a floating-point number.
  package static func encode(_ value: some Encodable) throws -> String { try jsonValue(of: value).text }

  /// - Throws: `DecodingError`, or a syntax error, for a line that is something else.
  package static func decode<Value: Decodable>(_ type: Value.Type, from line: some StringProtocol) throws
    -> Value
  {
    try GCDReport.decode(type, from: JSONParser.parse(line))
  }
}
