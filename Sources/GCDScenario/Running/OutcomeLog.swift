// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// Collects the values of the variables that `outcomes` names, at the end of each schedule.
///
/// Shared by those who look at the schedules of one exploration, on one thread.
final class OutcomeLog {
  private let variables: [Int]
  private var seen: Set<[Int]>
  /// What the schedule that ended last showed, if it was new.
  private var latest: [Int]?

  init(_ expectation: Expectation, _ program: Program, _ before: [[Int]]) {
    seen = Set(before)
    guard case .outcomes(let names, _) = expectation else {
      variables = []
      return
    }
    variables = names.compactMap { name in program.variables.firstIndex { $0.name == name } }
  }

  /// The combinations that were seen, in order.
  var values: [[Int]] { seen.sorted { $0.lexicographicallyPrecedes($1) } }

  /// A schedule whose body never returned has no outcome.
  func note(_ body: ScheduleBody) {
    latest = nil
    guard !variables.isEmpty, body.hasReturned else { return }
    let values = variables.map { body.objects.variables[$0] }
    if seen.insert(values).inserted { latest = values }
  }

  /// Lets outcomes travel with the executions.
  func joined(to team: WorkSharing) -> WorkSharing {
    switch team {
    case .leads(let lead):
      var joined = lead
      joined.ask = { number, steps in
        let execution = lead.ask(number, steps)
        if let values = execution?.outcome { self.seen.insert(values) }
        return execution
      }
      joined.count = { execution in
        if let values = execution.outcome { self.seen.insert(values) }
        lead.count(execution)
      }
      return .leads(joined)
    case .works(let next, let send):
      return .works(next: next) { done in
        switch done {
        case .schedule(var execution):
          execution.outcome = self.latest
          send(.schedule(execution))
        case .run(var execution, let search):
          execution.outcome = self.latest
          send(.run(execution, search))
        case .job:
          // Each job says all that it has shown: the one before may not count.
          self.seen.removeAll()
          send(done)
        }
      }
    }
  }
}
