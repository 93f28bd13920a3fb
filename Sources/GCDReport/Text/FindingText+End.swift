// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingText {
  /// What the real program does at this point on Linux.
  mutating func addConsequence() {
    page.gap()
    if let text = finding.kind.evidence.libdispatchText {
      addQuoted(text)
      if let consequence = finding.kind.evidence.consequence { page.line("               (\(consequence))") }
    } else if let consequence = finding.kind.evidence.consequence {
      page.prose("  ", consequence.capitalizedFirst + (consequence.hasSuffix(".") ? "" : "."))
    }
  }

  /// The library's words on one line where they fit, else with the part that people search for on a line of
  /// its own.
  private mutating func addQuoted(_ text: String) {
    let label = "  libdispatch: "
    guard label.count + text.count > style.width, let colon = text.firstIndex(of: ":") else {
      return page.line(label + text)
    }
    page.line(label + text[...colon])
    page.prose(String(repeating: " ", count: label.count), String(text[text.index(after: colon)...]))
  }

  /// One `help:` per recognised pattern.
  mutating func addAdvice() {
    for hint in Hint.recognized(in: finding) { page.prose("help: ", hint.text) }
  }

  /// What limits or explains the finding, then where it was found.
  mutating func addNotes() {
    let context = finding.context
    for remark in finding.remarks where !isInLedger(remark) && !isShownAbove(remark) {
      page.prose("note: ", remark.text)
    }
    if context.verdict == .potential {
      page.prose("note: ", finding.kind.potentialReason)
    }
    if context.neededClockSkew {
      page.prose(
        "note: ", "needs a timer that fires late or early against other work, within the allowed clock skew")
    }
    if let width = context.poolWidth {
      let growth = context.poolGrows == true ? ", and grew by one a second while all waited" : ""
      page.prose("note: ", "the pool was limited to \(counted(width, "worker"))\(growth)")
    }
    if let width = context.cooperativeWidth {
      page.prose("note: ", "the cooperative pool was limited to \(counted(width, "thread"))")
    }
    if let occurrences = context.occurrences, occurrences.count < occurrences.schedules {
      page.prose(
        "note: ", "came out in \(grouped(occurrences.count)) of \(grouped(occurrences.schedules)) schedules")
    }
    page.prose("note: ", context.origin)
  }

  /// What is missing in a schedule has its row among the calls that it makes.
  private func isInLedger(_ remark: FindingNote) -> Bool {
    guard case .fewerCalls(_, let object, _, _, _) = remark else { return false }
    return finding.kind.evidence.ledger?.object == object
  }

  /// The order of the steps, where it is the cause.
  func isShownAbove(_ remark: FindingNote) -> Bool {
    guard case .otherOrder = remark else { return false }
    return finding.kind.isExplainedByOrder
  }

  /// The command that shows it again: the last line, where the eye ends.
  mutating func addReplay() {
    if let command = finding.context.replayCommand { page.line("replay: \(command)") }
  }
}

extension FindingOrigin {
  /// Which schedule of how many, from which seed.
  package var origin: String {
    if let regression {
      return "from regression file \(regression.entry), replayed \(regression.manner.clause), seed "
        + "\(seed)\(shrinkingClause)"
    }
    let place =
      schedules == 0
      ? "seen in a replay"
      : strategy == FindingOrigin.corpus
        ? "found in \(FindingOrigin.corpus)"
        : "found in schedule \(grouped(schedule)) of \(grouped(schedules))\(manner)"
    let time = virtualTime > 0 ? " after \(clockTime(virtualTime)) of virtual time" : ""
    return "\(place)\(time), seed \(seed)\(shrinkingClause)"
  }

  /// What the schedule is; the name of a strategy says nothing to those who did not choose it.
  private var manner: String {
    switch strategy {
    case FindingOrigin.baselineOrder: " (the usual order)"
    case FindingOrigin.directed: " (\(FindingOrigin.directed))"
    default: ""
    }
  }

  /// What of the schedule was left out.
  private var shrinkingClause: String {
    guard let shrinking else { return "" }
    let before = "of its \(counted(shrinking.before, "deviation")) from the usual order"
    switch shrinking.after {
    case 0: return "; \(before) none is needed"
    case 1: return "; \(before) one is enough, and is shown"
    default: return "; \(before) \(grouped(shrinking.after)) are enough, and are shown"
    }
  }

  /// A shell command that runs this very schedule again; nil where there is nothing to run.
  public var replayCommand: String? {
    let command = shellCommand(self.command)
    switch target {
    case .test(let id):
      // The id says which of the tests, and of their runs, the token is for.
      let variable =
        token.isEmpty ? "GCDCHECK_SEED=\(seed)" : "GCDCHECK_REPLAY=\(shellQuoted("\(token)@\(id)"))"
      return "\(variable) swift test --filter \(shellQuoted(testFilter(of: id)))"
    case .scenario(let path):
      if token.isEmpty { return "\(command) fuzz --seed \(seed) \(shellQuoted(path))" }
      return "\(command) replay \(shellQuoted(token)) \(shellQuoted(path))"
    case .process(let words):
      let choice = token.isEmpty ? "--seed \(seed)" : "--replay \(shellQuoted(token))"
      let arguments = words.dropFirst().map(shellQuoted)
      let length = arguments.reduce(0) { $0 + $1.utf8.count + 1 }
      let program = "\(command) run \(choice) -- \(shellQuoted(words.first ?? ""))"
      // A command that was cut would run something else.
      if length > Bound.command {
        return "\(program) # and its \(counted(arguments.count, "argument")) (\(grouped(length)) bytes), too "
          + "long to be shown"
      }
      return ([program] + arguments).joined(separator: " ")
    case .program:
      return token.isEmpty ? nil : "exploreSchedules(replaying: \"\(token.onOneLine)\") { ... }"
    }
  }
}

/// What `swift test --filter` takes, a regular expression: the id without parameters and without the number
/// of the run inside the test.
func testFilter(of id: String) -> String { String(id.prefix { $0 != "(" && $0 != "#" }) }
