// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport

/// Swift tasks that await each other's end in a circle.
struct TaskCircles {
  let engine: Engine
  let naming: ReportNames

  /// More tasks than that in a row are not followed.
  private static let longest = 64

  /// The circle with the task that was made first; it begins with that task. Empty where there is none.
  func first() -> [SwiftTaskTable.Entry] {
    engine.pointee.swiftTasks.entries.lazy.map(circle).first { !$0.isEmpty } ?? []
  }

  /// The circle through this task.
  private func circle(through task: SwiftTaskTable.Entry) -> [SwiftTaskTable.Entry] {
    var members = [task]
    while members.count <= TaskCircles.longest, let next = awaited(by: members[members.count - 1]) {
      if next.address == task.address { return members }
      members.append(next)
    }
    return []
  }

  private func awaited(by task: SwiftTaskTable.Entry) -> SwiftTaskTable.Entry? {
    let facts = task.facts
    guard facts.state == GCDC_TASK_SUSPENDED, facts.awaits == GCDC_AWAITS_TASK else { return nil }
    return engine.pointee.swiftTasks.entry(at: UInt(bitPattern: facts.object))
  }

  /// GCD102 of this circle.
  func evidence(_ members: [SwiftTaskTable.Entry]) -> WaitCycle {
    let awaited = members.dropFirst() + members.prefix(1)
    return WaitCycle(
      zip(members, awaited).map { task, next in
        GCDReport.WaitEdge(
          waiter: naming.swiftTask(task.object), .awaitTask, for: naming.object(next.object),
          heldBy: naming.swiftTask(next.object), at: place(task))
      })
  }

  /// Where the task awaits.
  func place(_ task: SwiftTaskTable.Entry) -> CodeLocation? {
    naming.symbolize(task.suspendedStack()).innermostOfUser?.location
  }
}
#endif
