// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CAllocationCount
import GCDCheck
import Glibc

/// How often the process had allocated when certain schedules began, the first of which comes when all is
/// done that is done for the first thousand schedules only.
private struct Marks {
  private var schedules = 0
  private var first = 0
  private var second = 0
  private var third = 0

  mutating func beginSchedule() {
    schedules += 1
    if schedules == 1_200 { first = allocation_count() }
    if schedules == 1_300 { second = allocation_count() }
    if schedules == 1_500 { third = allocation_count() }
  }

  /// Of 100 schedules, and of the 200 after those.
  var allocations: (Int, Int) { (second - first, third - second) }
}

/// Explores a body, and prints what its clean schedules allocated.
private func explore(_ body: some Body) {
  var marks = Marks()
  let exploration = exploreSchedules(schedules: 1_600, seed: 7, strategy: .random) {
    marks.beginSchedule()
    body.run()
  }
  print(exploration.schedulesRun, exploration.findings.count, marks.allocations.0, marks.allocations.1)
}

if allocation_count() < 0 {
  print("not counted")
} else {
  switch CommandLine.arguments.dropFirst().first {
  case "locks": explore(LockBody())
  case "blocks": explore(BlockBody())
  default: explore(AskingBody())
  }
}
#endif
