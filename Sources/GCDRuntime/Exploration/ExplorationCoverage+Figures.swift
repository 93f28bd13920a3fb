// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

extension ExplorationCoverage {
  /// The figures as a report shows them; nil where no schedule was looked at.
  package var figures: CoverageFigures? {
    if looked == 0 { return nil }
    return CoverageFigures(
      schedulesRun: ran, distinctSchedules: distinctSchedules, partialOrders: min(orders.distinct, looked),
      handOffPairs: conflictPairs.distinct,
      isExact: orders.isExact && conflictPairs.isExact, looked: looked, singles: singles, drawn: drawn,
      lastNewPartialOrder: lastNewOrder, lastNewConflictPair: lastNewConflictPair)
  }
}
