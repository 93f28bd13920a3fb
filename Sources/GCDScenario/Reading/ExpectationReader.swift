// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The section `expect`.
extension ScenarioReader {
  func readExpectation(_ value: Syntax) -> Expectation? {
    switch value.content {
    case .scalar:
      if value.text == "clean" || value.isEmpty { return .clean }
      return readCode(value).map { .finding($0, names: []) }
    case .sequence:
      return refuse(value.position, "\"expect\" is one verdict: clean, or one code such as GCD104")
    case .mapping(let entries):
      let fields = Fields(entries, of: "\"expect\"", known: ["finding", "names", "outcomes"], diagnostics)
      if let outcomes = fields["outcomes"] {
        if let finding = fields["finding"] {
          diagnostics.error(finding.position, "\"expect\" has either \"finding\" or \"outcomes\", not both")
        }
        return readOutcomes(outcomes)
      }
      guard let finding = fields["finding"] else {
        return refuse(value.position, "\"expect\" needs a \"finding\" or \"outcomes\" here")
      }
      let names = fields["names"].map { readNames($0) } ?? []
      return readCode(finding).map { .finding($0, names: names) }
    }
  }

  private func readCode(_ value: Syntax) -> FindingCode? {
    guard let text = value.text else {
      return refuse(
        value.position, "a finding is a code such as GCD104 or its name, but this is \(value.kindName)")
    }
    if let code = FindingCode(codeOrSlug: text) { return code }
    // No guess among the codes: one wrong digit says nothing about which was meant.
    let candidates = ["clean"] + FindingCode.allCases.map(\.slug)
    let guess = closest(to: text, among: candidates).map { "did you mean \"\($0)\"?" }
    return refuse(
      value.position, "there is no finding \"\(text)\"; " + (guess ?? "gcdcheck explain lists all of them"))
  }

  private func readNames(_ value: Syntax) -> [String] {
    guard case .sequence(let items) = value.content else {
      diagnostics.error(value.position, "\"names\" is a list: write names: [loading]")
      return []
    }
    let kinds: [SymbolKind] = [.queue, .group, .semaphore, .once, .timer, .item]
    return items.compactMap { readReference($0, kinds, for: "names")?.name }
  }

  private func readOutcomes(_ value: Syntax) -> Expectation? {
    guard case .sequence(let items) = value.content, !items.isEmpty else {
      return refuse(value.position, "\"outcomes\" is a list: write outcomes: [{total: 1}, {total: 2}]")
    }
    let rows = items.compactMap { readOutcome($0) }
    guard rows.count == items.count, let variables = rows.first?.keys.sorted() else { return nil }
    for (row, item) in zip(rows, items) where row.keys.sorted() != variables {
      return refuse(
        item.position,
        "every outcome names the same variables; the first names \(variables.joined(separator: ", "))")
    }
    return .outcomes(variables: variables, values: rows.map { row in variables.compactMap { row[$0] } })
  }

  private func readOutcome(_ value: Syntax) -> [String: Int]? {
    guard case .mapping(let entries) = value.content, !entries.isEmpty else {
      return refuse(value.position, "an outcome gives variables their values, such as {total: 1}")
    }
    var outcome: [String: Int] = [:]
    for entry in entries {
      let name = Syntax(content: .scalar(entry.key, quoted: true), position: entry.keyPosition)
      guard readReference(name, [.variable], for: "outcomes") != nil else { return nil }
      guard let number = readNumber(entry.value, of: entry.key) else { return nil }
      outcome[entry.key] = number
    }
    return outcome
  }
}
