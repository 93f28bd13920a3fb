// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Recognises the commonest mistake: steps indented below `- async: queue` without a line `do:` between them.
///
/// YAML takes the first of them for more text of the value above, and complains about something else.
enum MissingDo {
  static func find(near line: Int, in source: SourceFile) -> (SourcePosition, String)? {
    for number in [line, line + 1, line - 1] {
      if let verb = verbAbove(number, in: source) {
        let column = indentation(source.line(number)) + 1
        return (
          SourcePosition(line: number, column: column),
          "these steps have no \"do:\" above them; write \"do:\" on a line of its own under \"\(verb)\", "
            + "then the steps two spaces further in"
        )
      }
    }
    return nil
  }

  /// The block verb of the step that the list item on this line wrongly continues.
  private static func verbAbove(_ number: Int, in source: SourceFile) -> String? {
    let line = source.line(number)
    guard number > 1, line.drop(while: { $0 == " " }).hasPrefix("- ") else { return nil }
    let column = indentation(line)
    var above = number - 1
    while above > 0 {
      let text = source.line(above)
      let content = withoutComment(text)
      let isStep = content.drop(while: { $0 == " " }).hasPrefix("- ")
      if content.isEmpty || (!isStep && indentation(text) >= column && above < number - 1) {
        above -= 1
        continue
      }
      guard !content.hasSuffix(":") else { return nil }
      if isStep {
        guard indentation(text) < column else { return nil }
        return blockVerb(of: content)
      }
      guard indentation(text) >= column else { return nil }
      above -= 1
    }
    return nil
  }

  private static func blockVerb(of content: String) -> String? {
    let step = content.drop { $0 == " " }.dropFirst(2).drop { $0 == " " }
    let name = String(step.prefix { $0 != ":" })
    guard let verb = Verb(rawValue: name), verb.options.contains(.do) else { return nil }
    return name
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func withoutComment(_ line: String) -> String {
    var text = Substring(line)
    if let comment = text.firstRange(of: " #") { text = text[..<comment.lowerBound] }
    if text.drop(while: { $0 == " " }).hasPrefix("#") { return "" }
    while text.last == " " || text.last == "\r" { text.removeLast() }
    return text.allSatisfy { $0 == " " } ? "" : String(text)
  }
}
