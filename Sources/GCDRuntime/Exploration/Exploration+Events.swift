// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension Exploration {
  /// What the event stream says about a test that was explored at once.
  ///
  /// - Parameter known: Findings that the test asks for.
  package func events(
    _ ended: TestEnded, known: [Finding], of options: ExplorationOptions
  ) -> [ReportEvent] {
    let place = options.location
    let started = TestStarted(
      test: ended.test,
      at: place.line > 0 ? CodeLocation(file: place.filePath, line: place.line, column: place.column) : nil,
      schedules: options.schedules, seed: options.effectiveSeed, strategy: options.strategy.description)
    return [.testStarted(started)]
      + findings.map { .finding(FindingFound(test: ended.test, $0, isExpected: known.contains($0))) }
      + [.testEnded(ended)]
  }
}
