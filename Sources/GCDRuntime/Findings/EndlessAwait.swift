// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport

/// What is known of a Swift task that can never continue, and of those around it.
struct EndlessAwait {
  let engine: Engine
  let naming: ReportNames

  func awaited(_ task: SwiftTaskTable.Entry, _ frames: [StackFrame]) -> TaskNeverFinishes.Awaited {
    switch task.facts.awaits {
    case GCDC_AWAITS_TASK: return .task
    case GCDC_AWAITS_GROUP: return .group
    case GCDC_AWAITS_CONTINUATION:
      // What the library's own functions suspend is the element of a sequence.
      let inner = frames.prefix { !$0.isUserCode }
      if inner.contains(where: { $0.function.contains("Stream") }) { return .stream }
      return inner.allSatisfy { $0.function.contains("ontinuation") } ? .continuation : .other
    default: return .other
    }
  }

  /// Where the program made the task; nil where a library did.
  func madeHere(_ task: SwiftTaskTable.Entry) -> CodeLocation? {
    naming.frames(task.stack, or: task.site).innermostOfUser?.location
  }

  /// Where a checked continuation was dropped, if that was one place: which of several continuations of one
  /// function it was nothing says.
  var dropped: CodeLocation? {
    let places = engine.pointee.notes.droppedContinuations.map {
      naming.frames($0, or: .none).innermostOfUser?.location
    }
    guard let first = places.first, places.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Tasks whose loops are all that has continued for a day.
  var pollers: [ParticipantPlace] {
    guard engine.pointee.world.ignoresDeadlines else { return [] }
    let asleep = engine.pointee.swiftTasks.entries.filter {
      $0.isAsleep && $0.facts.state == GCDC_TASK_SUSPENDED
    }
    return asleep.prefix(4).map(suspended)
  }

  /// Tasks that wait for the end of `task`, directly first.
  func awaiters(of task: SwiftTaskTable.Entry) -> [ParticipantPlace] {
    var result: [ParticipantPlace] = []
    var awaited = task
    while result.count < 4,
      let next = engine.pointee.swiftTasks.entries.first(where: {
        let facts = $0.facts
        return facts.state == GCDC_TASK_SUSPENDED && facts.awaits == GCDC_AWAITS_TASK
          && UInt(bitPattern: facts.object) == awaited.address
      })
    {
      result.append(suspended(next))
      awaited = next
    }
    return result
  }

  private func suspended(_ task: SwiftTaskTable.Entry) -> ParticipantPlace {
    ParticipantPlace(
      naming.swiftTask(task.object),
      at: naming.symbolize(task.suspendedStack()).innermostOfUser?.location)
  }
}
#endif
