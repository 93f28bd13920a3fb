// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A string of JSON with its quotes (RFC 8259, section 7): quotes, backslashes and what is not seen as
/// escapes, so that a stream can be shown in a terminal; all else stays as it is.
func writeJSONString(_ string: String, to text: inout String) {
  text += "\""
  // Most have nothing to escape: the bytes above ASCII begin all hidden characters.
  let isPlain = string.utf8.allSatisfy { byte in
    switch byte {
    case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7f, 0xc2, 0xd8, 0xe2, 0xef: false
    default: true
    }
  }
  text += isPlain ? string : string.escapingScalars(escapeOfJSON)
  text += "\""
}

private func escapeOfJSON(_ scalar: Unicode.Scalar) -> String? {
  switch scalar {
  case "\"": return "\\\""
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  // All of them lie in the basic plane.
  case _ where scalar.isHidden:
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  default: return nil
  }
}

extension JSONValue {
  /// On one line, for a script element of HTML: nothing in it looks like the element's end or like a comment.
  package var textForScript: String { text.escapingScalars { $0 == "<" ? "\\u003c" : nil } }
}
