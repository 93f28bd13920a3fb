// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension FindingText {
  /// The history of a count, one change per row.
  ///
  /// - Parameter start: What the count was before the first row, in words.
  mutating func add(_ ledger: Ledger, start: String? = nil) {
    guard !ledger.rows.isEmpty else { return }
    page.gap()
    let creator = ledger.object.createdIn.map { " in \($0)" } ?? ""
    page.prose(
      "  ", "\(ledger.title) of \(ledger.object.phrase)\(creator)\(start.map { ", \($0)" } ?? "")")
    let missing = finding.remarks.compactMap { row(ofMissing: $0, in: ledger) }
    let middle = (ledger.rows.count + 1) / 2
    guard ledger.omitted > 0 else { return page.table(rows(of: ledger.rows) + missing, indent: 4) }
    page.table(rows(of: Array(ledger.rows.prefix(middle))), indent: 4)
    page.line("    ... \(counted(ledger.omitted, "more change")) ...")
    page.table(rows(of: Array(ledger.rows.dropFirst(middle))) + missing, indent: 4)
  }

  /// The call that schedules which pass make more often, behind those that this one makes.
  private func row(ofMissing remark: FindingNote, in ledger: Ledger) -> [String]? {
    guard case .fewerCalls(let call, let object, let place, let passing, let here) = remark,
      object == ledger.object
    else { return nil }
    let made = here == 0 ? "" : ", here \(times(here))"
    return ["", "", call.verb, "missing", short(place), "called \(times(passing)) where it passes\(made)"]
  }

  private func rows(of changes: [LedgerRow]) -> [[String]] {
    changes.map { row in
      let change = row.operation.isObserver ? "at \(row.before)" : "\(row.before) -> \(row.after)"
      let action = row.operation == .end ? "its block ends" : row.operation.verb
      return [
        "#\(row.step)", row.participant, action, change, short(row.location), row.function ?? "",
      ]
    }
  }
}

extension OperationKind {
  /// Looks at a group's count without changing it.
  var isObserver: Bool { [.notify, .groupWait, .groupWake].contains(self) }
}

extension Ledger {
  /// What the rows are about.
  var title: String {
    switch object.type {
    case .group: "enters and leaves"
    case .semaphore: "waits and signals"
    default: "suspends and resumes"
    }
  }
}
