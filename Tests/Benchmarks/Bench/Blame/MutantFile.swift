// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The mutants of one program, as they are written beside it.
///
/// ```
/// # a comment
/// mutant drops-leave
/// - group.leave()
/// + // a replacement of as many lines as there are
/// ! group.enter()
/// ```
///
/// Lines with `-` are a text of the program; without a `+` behind them the text is left out. A second text
/// begins behind a `+`. Each `!` is a guilty line of the mutated program. Texts are places as `TextPlace` has
/// them.
struct MutantFile {
  let mutants: [Mutant]

  /// Why a file cannot be used; reads like a compiler's error.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let reason: String

    var description: String { "\(file):\(line): error: \(reason)" }
  }

  /// - Parameter file: Its name, for errors.
  init(_ text: String, file: String) throws(Failure) {
    var mutants: [Mutant] = []
    var open: Draft?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let number = index + 1
      func failure(_ reason: String) -> Failure { Failure(file: file, line: number, reason: reason) }
      let content = String(line.dropFirst(2))
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
      if line.hasPrefix("mutant ") {
        if let draft = open { mutants.append(try draft.finished(file: file)) }
        let name = String(line.dropFirst("mutant ".count))
        if name.contains(where: { !($0.isLowercase || $0.isNumber || $0 == "-") }) || name.isEmpty {
          throw failure("a mutant's name consists of small letters, digits and dashes, not \"\(name)\"")
        }
        if mutants.contains(where: { $0.name == name }) { throw failure("a second mutant \"\(name)\"") }
        open = Draft(name: name, line: number)
        continue
      }
      guard var draft = open else { throw failure("a mutant begins with: mutant NAME") }
      guard ["-", "+", "!"].contains(line.prefix(1)), ["", " "].contains(line.dropFirst().prefix(1)) else {
        throw failure("neither \"mutant NAME\" nor a line with -, + or ! and a space: \"\(line)\"")
      }
      if let reason = draft.add(line.prefix(1), content, number) { throw failure(reason) }
      open = draft
    }
    if let draft = open { mutants.append(try draft.finished(file: file)) }
    self.mutants = mutants
  }

  /// A mutant whose lines are being read.
  private struct Draft {
    let name: String
    let line: Int
    private var edits: [(old: [String], new: [String], line: Int)] = []
    private var guilty: [Mutant.Guilty] = []
    private var last: Substring = ""

    init(name: String, line: Int) {
      self.name = name
      self.line = line
    }

    /// What is wrong with the line; nil = nothing.
    mutating func add(_ mark: Substring, _ content: String, _ number: Int) -> String? {
      defer { last = mark }
      switch mark {
      case "-":
        if !guilty.isEmpty { return "an edit stands behind a guilty line" }
        if last != "-" { edits.append((old: [], new: [], line: number)) }
        edits[edits.count - 1].old.append(content)
      case "+":
        if edits.isEmpty || !guilty.isEmpty { return "a replacement (+) follows the text it replaces (-)" }
        edits[edits.count - 1].new.append(content)
      default:
        if content.isEmpty { return "a guilty line without a text" }
        guilty.append(Mutant.Guilty(place: TextPlace(content), line: number))
      }
      return nil
    }

    func finished(file: String) throws(Failure) -> Mutant {
      func failure(_ reason: String) -> Failure { Failure(file: file, line: line, reason: reason) }
      if edits.isEmpty { throw failure("\"\(name)\" has no edit (-)") }
      if guilty.isEmpty { throw failure("\"\(name)\" has no guilty line (!)") }
      return Mutant(
        name: name,
        edits: edits.map { edit in
          Mutant.Edit(
            old: TextPlace(edit.old.joined(separator: "\n")), new: edit.new.joined(separator: "\n"),
            line: edit.line)
        }, guilty: guilty, line: line)
    }
  }
}
