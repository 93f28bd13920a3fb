// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

// Stands in for GCDCheck's function of the same name until that is merged; this file is removed then.

struct Finding {
  var code = ""
  var message = ""
  var report = ""
}

struct Exploration {
  var findings: [Finding] = []
  var schedulesRun = 0
  var distinctSchedules = 0
  var traceHash: UInt64 = 0
  var steps = 0
  var deadRuns = 0
}

func exploreSchedules(
  schedules: Int? = nil, seed: UInt64? = nil, strategy: Strategy? = nil, keepGoing: Bool? = nil,
  _ body: () throws -> Void
) -> Exploration {
  var exploration = Exploration()
  for _ in 0..<(schedules ?? 1_000) where (try? body()) != nil { exploration.schedulesRun += 1 }
  return exploration
}
