// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// A search through all orders that executions are made for.
///
/// In memory that does not move: the engine asks it at each step of an execution.
package final class OpenSearch {
  /// Owned; one execution at a time uses it.
  let run: UnsafeMutablePointer<ExhaustiveExecution>

  init(_ search: ExhaustiveSearch) {
    run = .allocate(capacity: 1)
    run.initialize(to: ExhaustiveExecution(search))
  }

  deinit {
    run.deinitialize(count: 1)
    run.deallocate()
  }

  package var search: ExhaustiveSearch {
    _read { yield run.pointee.search }
    _modify { yield &run.pointee.search }
  }
}
#endif
