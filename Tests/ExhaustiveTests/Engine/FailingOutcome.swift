// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// What a search makes of a program that fails with one of its outcomes, and the replay of what it finds.
struct FailingOutcome {
  let codes: [String]
  private(set) var replayedOutcome: String?

  init(_ outcome: String, of program: SmallProgram) throws {
    var options = RealOrders.options(.exhaustive, atMost: 400)
    options.keepGoing = false
    let found = try RealOrders.explore(program, options, failure: outcome) { _ in }
    codes = found.findings.map(\.code)
    guard let token = found.findings.first?.context.token else { return }
    var seen: String?
    _ = try RealOrders.explore(
      program,
      ExplorationOptions(showOutput: .none, replay: token.description, bodyHost: .served, save: false)
    ) { seen = $0 }
    replayedOutcome = seen
  }
}
