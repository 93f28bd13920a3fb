// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A word for a shell: as it is where that is safe, else in single quotes.
///
/// With characters that are not seen it is written in the quotes of bash, ksh and zsh that know escapes, so
/// that the command stays on one line and can be pasted.
package func shellQuoted(_ word: String) -> String {
  if !word.isEmpty, word.utf8.allSatisfy({ isPlainInShell($0) }) { return word }
  if word.unicodeScalars.contains(where: \.isHidden) {
    return "$'" + word.escapingScalars(escapeOfShell) + "'"
  }
  return "'" + word.escapingScalars { $0 == "'" ? "'\\''" : nil } + "'"
}

/// How the tool is called: several words with `swift` as the first, or a path, which may hold spaces.
func shellCommand(_ command: String) -> String {
  command.hasPrefix("swift ") ? command : shellQuoted(command)
}

private func isPlainInShell(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "-_./:,+=@%".utf8.contains(byte)
  }
}

/// Octal numbers end after three digits, whatever follows.
private func escapeOfShell(_ scalar: Unicode.Scalar) -> String? {
  switch scalar {
  case "'": return "\\'"
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\t": return "\\t"
  case _ where scalar.isHidden:
    return UTF8.encode(scalar)?.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  default: return nil
  }
}
