// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

extension Exploration {
  /// Adds the errors to the regression file where that is wanted, and notes what came of it.
  package mutating func save(to file: RegressionFile?) {
    guard let file, file.mayWrite, !saved.isEmpty else { return }
    let outdated = errors.lazy.compactMap(\.context.regression).first { $0.manner != .exact }
    do {
      let numbers = try file.add(saved, replacing: outdated?.number)
      if numbers.isEmpty { return }
      notes.append(.saved(entries: numbers.map { "\(file.shown)#\($0)" }))
    } catch {
      notes.append(.notSaved(file: error.file, reason: error.reason))
    }
  }

  /// For one case of several that share an id: what another case showed says nothing about this one.
  package mutating func forgiveOtherCases() {
    notes.removeAll { if case .noLongerFound = $0 { true } else { false } }
  }
}
#endif
