// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport

extension Sample {
  /// `mainAndQueue` with its whole schedule, as the engine writes it.
  static var mainAndQueueStepByStep: Finding {
    var finding = mainAndQueue
    let gate = ObjectName(.semaphore, label: "gate")
    let group = ObjectName(.group, label: "loading")
    let guardLock = ObjectName(.lock, label: "guard")
    let place = at("Sources/App/Cache.swift", 40)
    func step(
      _ line: StepLine, block: Int? = nil
    ) -> RecordedTrace.Step { RecordedTrace.Step(line, block: block) }
    finding.recordedTrace = RecordedTrace(
      [
        step(StepLine(0, "main thread", .async, net, at: place), block: 2),
        step(StepLine(1, "main thread", .async, cache, at: at("Sources/App/Cache.swift", 43, 11)), block: 3),
        step(StepLine(2, "main thread", .enter, group, at: place)),
        step(StepLine(3, "main thread", .suspend, net, at: place)),
        step(StepLine(4, "worker 1", .begin, cache), block: 3),
        step(StepLine(5, "worker 1", .wait, gate, at: place)),
        step(StepLine(6, "worker 1", .lock, guardLock, at: place)),
        step(StepLine(7, "worker 1", .unlock, guardLock, at: place)),
        step(StepLine(8, "clock", .timePasses, nil, .clock(2_000_000_000))),
        step(StepLine(9, "worker 1", .sync, main, at: at("Sources/App/Cache.swift", 44, 23), .waits)),
        step(
          StepLine(
            10, "main thread", .sync, cache, at: at("Sources/App/Cache.swift", 31, 11), .waits,
            detail: "a \"word\" </script>")),
      ],
      changes: [
        RecordedTrace.Change(step: 2, group, .enter, 0, to: 1),
        RecordedTrace.Change(step: 3, net, .suspend, 0, to: 1),
        RecordedTrace.Change(step: 5, gate, .wait, 1, to: 0),
      ], of: 11)
    return finding
  }
}
