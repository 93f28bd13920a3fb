// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// Makes every run of a program by replaying tokens, with nothing of a search: each run is followed by those
/// that leave it at a later choice.
struct ReplayedOrders {
  private(set) var outcomes: Set<String> = []
  private(set) var runs = 0
  private let program: SmallProgram

  init(_ program: SmallProgram) throws {
    self.program = program
    let first = try run([])
    try follow([], first.hash)
  }

  private mutating func follow(_ deviations: [Deviation], _ hash: UInt64) throws {
    runs += 1
    var point: UInt32 = deviations.last?.point ?? 0
    while true {
      point += 1
      var choice: UInt32 = 0
      while true {
        let next = deviations + [Deviation(point: point, choice: choice)]
        let run = try run(next)
        if !run.fits { break }
        // The choice that the run makes by itself leads nowhere else.
        if run.hash != hash { try follow(next, run.hash) }
        choice += 1
      }
      if choice == 0 { return }
    }
  }

  private mutating func run(_ deviations: [Deviation]) throws -> (fits: Bool, hash: UInt64) {
    let token = ScheduleToken(entropySeed: 1, poolWidth: 0, allowsSkew: true, deviations: deviations)
    let options = ExplorationOptions(
      showOutput: .none, replay: token.description, bodyHost: .served, save: false)
    var outcome = ""
    let exploration = try RealOrders.explore(program, options) { outcome = $0 }
    let fits = exploration.divergence == nil
    if fits { outcomes.insert(outcome) }
    return (fits, exploration.traceHash)
  }
}
