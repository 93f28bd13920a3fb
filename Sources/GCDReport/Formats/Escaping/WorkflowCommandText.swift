// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The message of a workflow command: percent signs and line ends as the runner reads them, whatever else is
/// not seen as its escape.
func commandData(_ text: String) -> String { escaped(text, separators: false) }

/// A property of a workflow command: also what separates properties.
func commandProperty(_ text: String) -> String { escaped(text, separators: true) }

private func escaped(_ text: String, separators: Bool) -> String {
  text.escapingScalars { scalar in
    switch scalar {
    case "%": "%25"
    case "\r": "%0D"
    case "\n": "%0A"
    case ":" where separators: "%3A"
    case "," where separators: "%2C"
    case _ where scalar.isHidden && scalar != "\t": scalar.escape
    default: nil
    }
  }
}
