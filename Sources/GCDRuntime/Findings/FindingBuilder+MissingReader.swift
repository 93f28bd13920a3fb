// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

extension FindingBuilder {
  /// Why stacks in the finding have no lines; nil where a reader was there, and for scenarios, whose steps
  /// have their lines by themselves.
  func missingReader(of finding: Finding) -> MissingReader? {
    guard let reason = Symbolizer.shared.missingReader else { return nil }
    var stacks = (finding.participants + finding.alsoStuck).map(\.stack)
    if case .dataRace(let race) = finding.kind { stacks += race.accesses.map(\.stack) }
    return stacks.joined().contains { $0.location == nil } ? reason : nil
  }
}
#endif
