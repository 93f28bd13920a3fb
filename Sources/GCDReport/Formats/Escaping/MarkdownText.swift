// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Text that means nothing to Markdown, nor to the HTML inside it, on one line.
func markdownText(_ text: String) -> String {
  text.onOneLine.escapingScalars { scalar in
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "$": "\\\(scalar)"
    case "<": "&lt;"
    case ">": "&gt;"
    case "&": "&amp;"
    default: nil
    }
  }
}

/// A fence of Markdown around lines of text: longer than every run of backticks in them.
func markdownFence(around text: String) -> String {
  var longest = 0
  var run = 0
  for byte in text.utf8 {
    run = byte == UInt8(ascii: "`") ? run + 1 : 0
    longest = max(longest, run)
  }
  return String(repeating: "`", count: max(3, longest + 1))
}
