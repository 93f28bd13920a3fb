// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A string of Graphviz between its quotes: quotes and backslashes mean something there, line ends are its
/// own.
package func dotString(_ text: String) -> String { "\"\(dotText(text))\"" }

/// What is inside such a string.
package func dotText(_ text: String) -> String {
  text.escapingScalars { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case _ where scalar.isHidden: "\\" + scalar.escape
    default: nil
    }
  }
}

/// A label of Mermaid with its quotes: what means something to Mermaid, to Markdown or to HTML as a number,
/// line ends as breaks.
func mermaidString(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return "\"" + lines.map { mermaidText(String($0)) }.joined(separator: "<br>") + "\""
}

private func mermaidText(_ line: String) -> String {
  line.onOneLine.escapingScalars { scalar in
    switch scalar {
    case " ", ".", ":", "(", ")", "-", ",", "0"..."9", "a"..."z", "A"..."Z": nil
    default: scalar.value > 0x7f ? nil : "#\(scalar.value);"
    }
  }
}
