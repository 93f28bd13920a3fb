// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Text between tags: markup characters escaped, characters that XML 1.0 forbids replaced by "?".
func xmlText(_ text: String) -> String { escaped(text, isAttribute: false) }

/// Text between double quotes; line ends and tabs as references, which readers would else turn into spaces.
func xmlAttribute(_ text: String) -> String { escaped(text, isAttribute: true) }

private func escaped(_ text: String, isAttribute: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"" where isAttribute: result += "&quot;"
    case "\n", "\t":
      if isAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
    case "\r": result += "&#13;"
    case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.value & 0xfffe == 0xfffe:
      result += "?"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
