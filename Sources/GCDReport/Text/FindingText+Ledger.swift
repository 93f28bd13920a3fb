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
    let middle = (ledger.rows.count + 1) / 2
    page.table(rows(of: ledger.omitted > 0 ? Array(ledger.rows.prefix(middle)) : ledger.rows), indent: 4)
    guard ledger.omitted > 0 else { return }
    page.line("    ... \(counted(ledger.omitted, "more change")) ...")
    page.table(rows(of: Array(ledger.rows.dropFirst(middle))), indent: 4)
  }

  private func rows(of changes: [LedgerRow]) -> [[String]] {
    changes.map { row in
      let change = row.operation.isObserver ? "at \(row.before)" : "\(row.before) -> \(row.after)"
      return [
        "#\(row.step)", row.participant, row.operation.verb, change, short(row.location), row.function ?? "",
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
