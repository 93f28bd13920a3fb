// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How much is still to be done.
extension ExhaustiveSearch {
  /// About how many runs the whole search takes, those included that have been made; asked between runs.
  ///
  /// The tree is taken to be as large at what has not been tried as at what has (Knuth, Mathematics of
  /// Computation 1975). Early in a search that is a guess: steps that are still to be tried come to light
  /// as it continues, and sleeping ones make later parts smaller. A finished search gives its own number.
  public var estimatedRuns: Double {
    let made = Double(executions + repetitions)
    if isFinished { return made }
    var share = 1.0
    var done = 0.0
    for node in nodes {
      let open = node.open.filter { step in
        step.task != node.task && !node.isAsleep(step.task) && !node.tried.contains { $0.task == step.task }
      }
      let ways = Double(Set(open.map(\.task)).count + node.tried.count + 1)
      done += share * Double(node.tried.count) / ways
      share /= ways
      for effect in node.effects {
        done += share * Double(effect.taken) / Double(effect.count)
        share /= Double(effect.count)
      }
    }
    return done > 0 ? made / done : .infinity
  }
}
