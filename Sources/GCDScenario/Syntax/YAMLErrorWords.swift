// Licensed under the Apache License, Version 2.0; see LICENSE.
import Yams

/// Says what is wrong with a file that is not YAML: first the mistakes that writers of scenarios make, then
/// in general.
enum YAMLErrorWords {
  static func describe(_ error: any Error, in source: SourceFile) -> (SourcePosition, String) {
    guard let error = error as? YamlError else { return (.start, "this is not valid YAML") }
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      return describe(problem: problem, context: context, mark: mark, in: source)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let name = duplicates.first ?? ""
      return (
        SourcePosition(line: max(1, context.mark.line), column: max(1, context.mark.column)),
        "\"\(name)\" is written more than once here; keep one"
      )
    case .reader(let problem, _, _, _):
      return (.start, "this is not a text file that YAML accepts: \(problem)")
    default:
      return (.start, "this is not valid YAML")
    }
  }

  private static func describe(
    problem: String, context: YamlError.Context?, mark: Mark, in source: SourceFile
  ) -> (SourcePosition, String) {
    let place = position(of: mark, in: source)
    if let missing = MissingDo.find(near: place.line, in: source) { return missing }
    if let tab = firstTab(near: place.line, in: source) {
      return (tab, "YAML does not accept tabs for indentation; use spaces")
    }
    let opening = context.map { SourcePosition(line: $0.mark.line, column: $0.mark.column) } ?? place
    let inside = context?.text ?? ""
    if inside.contains("quoted scalar") { return (opening, "this quote is never closed") }
    if inside.contains("flow sequence") {
      return (opening, "this \"[\" is never closed, or a \",\" is missing in it")
    }
    if inside.contains("flow mapping") {
      return (opening, "this \"{\" is never closed, or a \",\" is missing in it")
    }
    if problem.contains("mapping values are not allowed") {
      return (
        place,
        "this \":\" comes where no key is; put text that holds \": \" in quotes, or indent the line anew"
      )
    }
    if problem.contains("could not find expected ':'") {
      return (opening, "this line needs a \":\" after its key")
    }
    if problem.contains("did not find expected key") || problem.contains("did not find expected '-'") {
      return (place, "this line is indented neither like the line above nor like a step; line them up")
    }
    if problem.contains("another document") || problem.contains("single document") {
      return (place, "one file holds one scenario; remove \"---\"")
    }
    if problem.contains("undefined alias") {
      return (place, "\"*\" begins a YAML alias; put text that begins with \"*\" in quotes")
    }
    if problem.contains("nesting level") { return (place, "this is nested too deeply") }
    if problem.contains("cannot start any token") {
      return (place, "no value can begin with this character; put the text in quotes")
    }
    return (place, "this is not valid YAML: \(problem)")
  }

  /// The mark of the library may lie behind the end of the file; then it means the last line.
  private static func position(of mark: Mark, in source: SourceFile) -> SourcePosition {
    guard mark.line > source.lines.count else { return SourcePosition(line: mark.line, column: mark.column) }
    return SourcePosition(line: max(1, source.lines.count), column: 1)
  }

  private static func firstTab(near line: Int, in source: SourceFile) -> SourcePosition? {
    for number in [line, line - 1, line + 1] where number > 0 {
      let leading = source.line(number).prefix { $0 == " " || $0 == "\t" }
      if let tab = leading.firstIndex(of: "\t") {
        return SourcePosition(line: number, column: leading.distance(from: leading.startIndex, to: tab) + 1)
      }
    }
    return nil
  }
}
