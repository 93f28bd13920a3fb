// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Text between tags of XML or HTML: markup escaped, characters that are not seen as their escapes; line ends
/// and tabs stay.
package func xmlText(_ text: String) -> String { escaped(text, isAttribute: false) }

/// Text between double quotes; line ends and tabs as references, which readers would else turn into spaces.
package func xmlAttribute(_ text: String) -> String { escaped(text, isAttribute: true) }

private func escaped(_ text: String, isAttribute: Bool) -> String {
  text.escapingScalars { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"" where isAttribute: "&quot;"
    case "'" where isAttribute: "&#39;"
    case "\n", "\t": isAttribute ? "&#\(scalar.value);" : nil
    // XML 1.0 has no reference for control characters, and none for the last two of each plane.
    case _ where scalar.isHidden || scalar.value & 0xfffe == 0xfffe: scalar.escape
    default: nil
    }
  }
}
