// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// SARIF 2.1.0 (OASIS), as GitHub code scanning and editors read it: one result per distinct finding.
///
/// GitHub takes no more than 10 MB and 25,000 results of a file and keeps 5,000: the worst ones are written,
/// first with all evidence, then in short, and a notification counts what was left out.
struct SarifRenderer: DocumentRenderer {
  /// Results that are written at most.
  static let mostResults = 5_000
  /// Bytes of the whole file at most; GitHub counts the compressed file, others do not.
  static let mostBytes = 10_000_000
  /// Tests that were hardly tried and are named.
  private static let mostGaps = 100
  /// Bytes that are kept free for what is next to the results.
  private static let frame = 400_000
  /// What a result in short takes, by experience; only a guess for how long there is room for more.
  private static let briefBytes = 1_600

  private var found = ReportedFindings()

  mutating func consume(_ event: ReportEvent) { found.consume(event) }

  var document: String {
    let ranked = found.ranked
    var codes: [FindingCode] = []
    var places: [FindingCode: Int] = [:]
    for code in FindingCode.allCases where ranked.contains(where: { $0.finding.kind.code == code }) {
      places[code] = codes.count
      codes.append(code)
    }
    var results: [String] = []
    var room = SarifRenderer.mostBytes - SarifRenderer.frame
    var shortened = 0
    for (index, item) in ranked.prefix(SarifRenderer.mostResults).enumerated() {
      let rule = places[item.finding.kind.code] ?? 0
      // From the first one without room for all its evidence on, all are in short: only the worst are not.
      if shortened == 0 {
        let waiting = min(ranked.count, SarifRenderer.mostResults) - index - 1
        let full = SarifResult(item, rule: rule).full.indented(4)
        if full.utf8.count + waiting * SarifRenderer.briefBytes <= room {
          room -= full.utf8.count
          results.append(full)
          continue
        }
      }
      let brief = SarifResult(item, rule: rule).brief.indented(4)
      if brief.utf8.count > room { break }
      room -= brief.utf8.count
      shortened += 1
      results.append(brief)
    }
    return text(codes, results, leftOut: ranked.count - results.count, shortened: shortened)
  }

  /// The frame by hand, so that no result is laid out twice.
  private func text(_ codes: [FindingCode], _ results: [String], leftOut: Int, shortened: Int) -> String {
    let version = found.started?.tool ?? toolVersion
    let driver: JSONValue = [
      "name": "gcdcheck", "version": .string(version), "semanticVersion": .string(version),
      "rules": .array(codes.map(SarifRenderer.rule)),
    ]
    var run: [(String, String)] = [
      ("tool", JSONValue.object([.init(key: "driver", value: driver)]).indented(3))
    ]
    run.append(("automationDetails", (["id": "gcdcheck/"] as JSONValue).indented(3)))
    if let directory = found.started?.directory, directory.hasPrefix("/") {
      let uri = sarifURI(directory.hasSuffix("/") ? directory : directory + "/")
      let bases: JSONValue = ["SRCROOT": ["uri": .string("file://" + uri)]]
      run.append(("originalUriBaseIds", bases.indented(3)))
    }
    run.append(("invocations", invocation(leftOut: leftOut, shortened: shortened).indented(3)))
    run.append(("columnKind", "\"utf16CodeUnits\""))
    let list = results.isEmpty ? "[]" : "[\n    " + results.joined(separator: ",\n    ") + "\n   ]"
    run.append(("results", list))
    let members = run.map { "   \"\($0.0)\": \($0.1)" }.joined(separator: ",\n")
    return """
      {
       "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
       "version": "2.1.0",
       "runs": [
        {
      \(members)
        }
       ]
      }

      """
  }

  /// How the run went, in words that viewers show next to the results.
  private func invocation(leftOut: Int, shortened: Int) -> JSONValue {
    var notes: [(level: String, text: String)] = []
    if leftOut > 0 {
      let kept = grouped(found.items.count - leftOut)
      notes.append(("warning", "\(counted(leftOut, "finding")) left out: only the worst \(kept) fit"))
    }
    if shortened > 0 {
      notes.append(("note", "\(counted(shortened, "finding")) without stacks and steps, for lack of room"))
    }
    for end in found.surprises {
      guard case .unexpected(let expected, let actual) = end.outcome else { continue }
      notes.append(("error", "\(end.test): expected \(expected), but got \(actual)"))
    }
    let level = found.isStrict ? "error" : "warning"
    let gaps = found.hardlyTried
    notes += gaps.prefix(SarifRenderer.mostGaps).map { (level, "\($0.test): \($0.hardlyTriedClause)") }
    if gaps.count > SarifRenderer.mostGaps {
      let more = counted(gaps.count - SarifRenderer.mostGaps, "further \(found.noun)")
      notes.append((level, "\(more) hardly tried"))
    }
    notes.append(
      found.summary.map { ("note", $0) } ?? ("warning", "the run was cut off before its end"))
    var invocation: JSONValue = ["executionSuccessful": .bool(found.ended != nil)]
    invocation.add(
      "toolExecutionNotifications",
      .array(notes.map { ["level": .string($0.level), "message": ["text": sarifText($0.text)]] }))
    return .array([invocation])
  }

  /// A code as a rule: what it means, and its page as help.
  private static func rule(_ code: FindingCode) -> JSONValue {
    let page = Explanations.page(of: code)
    let title = code.title.capitalizedFirst + "."
    let level = code.defaultSeverity.rawValue
    return [
      "id": .string(code.rawValue), "name": .string(code.slug.camelCase),
      "shortDescription": ["text": .string(title)],
      "fullDescription": ["text": .string(page.firstParagraph.truncated(to: 1_000))],
      "help": ["text": .string(page.text), "markdown": .string(page.markdown)],
      "defaultConfiguration": ["level": .string(level)],
      "properties": ["precision": "very-high", "tags": ["concurrency", "dispatch"]],
    ]
  }
}

extension String {
  /// "wait-cycle" → "WaitCycle".
  fileprivate var camelCase: String { split(separator: "-").map { String($0).capitalizedFirst }.joined() }
}
