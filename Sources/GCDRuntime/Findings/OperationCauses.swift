// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport

/// The cause of waits that operations of Foundation's were to end.
struct OperationCauses {
  let builder: FindingBuilder

  private var operations: UnfinishedOperations {
    UnfinishedOperations(engine: builder.engine, naming: builder.naming)
  }

  /// In the place of a wait for an operation that a blocked task is in the middle of: the wait of that task.
  /// One that waits for its own operation never continues, whatever the others do.
  func cause(of dead: DeadSet?) -> DeadSet? {
    guard var cause = dead, var edge = cause.edges.first, edge.holder == .none else { return dead }
    let stuck = cause.members + cause.alsoStuck
    let waits = stuck.lazy.compactMap { builder.engine.pointee.world.waits(of: $0).first }
    if let own = waits.first(where: operations.waitsForItself) {
      return DeadSet(missed: own, alsoStuck: stuck.filter { $0 != own.waiter })
    }
    var seen = [edge.waiter]
    while case .operations(.runs)? = builder.wakers(edge).first,
      let runner = operations.runner(neededBy: edge), !seen.contains(runner),
      let wait = builder.engine.pointee.world.waits(of: runner).first, wait.holder == .none
    {
      let others = cause.members + cause.alsoStuck
      cause = DeadSet(missed: wait)
      cause.alsoStuck = others.filter { $0 != runner }
      seen.append(runner)
      edge = wait
    }
    return cause
  }
}
#endif
