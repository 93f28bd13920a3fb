// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport

extension RuntimePart {
  /// The parts that are not as gcdcheck knows them in this process; nil = none.
  package static func unknownHere() -> [RuntimePart]? {
    var parts: [RuntimePart] = []
    if gcdc_run_loops_are_unknown() { parts.append(.runLoops) }
    if gcdc_tasks_are_unknown() { parts.append(.swiftTasks) }
    return parts.isEmpty ? nil : parts
  }
}
#endif
