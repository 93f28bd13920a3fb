// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Unicode.Scalar {
  /// Whether it does something to a terminal, a line or the order of letters, instead of being seen: control
  /// characters (C0, delete, C1), the separators of lines and paragraphs, marks, overrides and isolates of
  /// the writing direction, and the marks of byte order and annotation.
  package var isHidden: Bool {
    switch value {
    case 0x20..<0x7f: false
    case ..<0x20, 0x7f..<0xa0, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff,
      0xfff9...0xfffb:
      true
    default: false
    }
  }

  /// As Swift writes it in a string: `\n`, `\u{9b}`.
  var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}

extension String {
  /// On one line: line ends and every other character that is not seen become their escapes.
  package var onOneLine: String { escapingHidden { _ in true } }

  /// As `onOneLine`, for a line of a log: the runner of GitHub Actions takes a line that begins with "::",
  /// and "##[" anywhere in one, for a command.
  package var asLogLine: String {
    let line = onOneLine
    let isCommand = line.utf8.drop { $0 == 0x20 }.starts(with: "::".utf8)
    if !isCommand, !line.utf8.contains(UInt8(ascii: "#")) { return line }
    var scalars = Array(line.unicodeScalars)
    if isCommand, let start = scalars.firstIndex(of: ":") {
      scalars.replaceSubrange(start..<start + 1, with: Array(scalars[start].escape.unicodeScalars))
    }
    for index in scalars.indices.dropFirst(2).reversed()
    where scalars[index] == "[" && scalars[index - 1] == "#" && scalars[index - 2] == "#" {
      scalars.replaceSubrange(index..<index + 1, with: Array(scalars[index].escape.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// As `onOneLine`, but line ends and tabs stay.
  package var withVisibleCharacters: String { escapingHidden { $0 != "\n" && $0 != "\t" } }

  private func escapingHidden(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    // Most have none of them.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return self }
    guard unicodeScalars.contains(where: { $0.isHidden && isEscaped($0) }) else { return self }
    return escapingScalars { $0.isHidden && isEscaped($0) ? $0.escape : nil }
  }

  /// With other texts in the places of some scalars, which is how every format is escaped: what two scalars
  /// look like together never decides what each of them means to a reader.
  func escapingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
