// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport

/// What is known of a Swift task that can never continue, and of those around it.
struct EndlessAwait {
  let engine: Engine
  let naming: ReportNames

  /// What the report says of the task, and the task itself where it is suspended.
  func evidence(_ root: SwiftTaskTable.Entry) -> (evidence: TaskNeverFinishes, suspended: Participant) {
    let frames = naming.symbolize(root.suspendedStack())
    let place = frames.innermostOfUser?.location
    let awaited = awaited(root, frames)
    let isContinuation = awaited == .continuation
    let name = naming.swiftTask(root.object)
    let evidence = TaskNeverFinishes(
      participant: name, at: place, continuation: isContinuation ? place : nil, awaited: awaited,
      made: madeHere(root), awaiters: awaiters(of: root), pollers: pollers,
      dropped: isContinuation ? dropped : nil)
    return (evidence, participant(root, frames))
  }

  /// A suspended task, with the functions that await.
  func participant(_ task: SwiftTaskTable.Entry) -> Participant {
    participant(task, naming.symbolize(task.suspendedStack()))
  }

  private func participant(_ task: SwiftTaskTable.Entry, _ frames: [StackFrame]) -> Participant {
    let isShown = frames.contains(where: \.isUserCode)
    return Participant(
      naming.swiftTask(task.object), .blockedInCall(name: "await"), stack: isShown ? frames : [],
      origin: naming.origin(task.object))
  }

  /// Others that await a continuation which code of the program has made: one of them may be the cause, and
  /// which was to come first nothing says.
  func alike(_ root: SwiftTaskTable.Entry) -> [Participant] { ofContinuations { $0.object != root.object } }

  /// Tasks that await a continuation which code of the program has made, at most a few.
  func ofContinuations(where isMeant: (SwiftTaskTable.Entry) -> Bool = { _ in true }) -> [Participant] {
    let others = engine.pointee.swiftTasks.entries.filter { entry in
      guard isMeant(entry), entry.facts.state == GCDC_TASK_SUSPENDED,
        entry.facts.awaits == GCDC_AWAITS_CONTINUATION
      else { return false }
      let frames = naming.symbolize(entry.suspendedStack())
      return frames.contains(where: \.isUserCode) && awaited(entry, frames) == .continuation
    }
    return others.prefix(EndlessAwait.mostAlike).map(participant)
  }

  private static let mostAlike = 4

  private func awaited(_ task: SwiftTaskTable.Entry, _ frames: [StackFrame]) -> TaskNeverFinishes.Awaited {
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
  private func madeHere(_ task: SwiftTaskTable.Entry) -> CodeLocation? {
    naming.frames(task.stack, or: task.site).innermostOfUser?.location
  }

  /// Where a checked continuation was dropped, if that was one place: which of several continuations of one
  /// function it was nothing says.
  private var dropped: CodeLocation? {
    let places = engine.pointee.notes.droppedContinuations.map {
      naming.frames($0, or: .none).innermostOfUser?.location
    }
    guard let first = places.first, places.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Tasks whose loops are all that has continued for a day.
  private var pollers: [ParticipantPlace] {
    guard engine.pointee.world.ignoresDeadlines else { return [] }
    let asleep = engine.pointee.swiftTasks.entries.filter {
      $0.isAsleep && $0.facts.state == GCDC_TASK_SUSPENDED
    }
    return asleep.prefix(4).map(suspended)
  }

  /// Tasks that wait for the end of `task`, or of the children in its group, directly first.
  private func awaiters(of task: SwiftTaskTable.Entry) -> [ParticipantPlace] {
    var result: [ParticipantPlace] = []
    var awaited = task
    while result.count < 4,
      let next = engine.pointee.swiftTasks.entries.first(where: { awaits($0, awaited) }),
      !result.contains(where: { $0.participant == naming.swiftTask(next.object) })
    {
      result.append(suspended(next))
      awaited = next
    }
    return result
  }

  private func awaits(_ task: SwiftTaskTable.Entry, _ other: SwiftTaskTable.Entry) -> Bool {
    let facts = task.facts
    guard facts.state == GCDC_TASK_SUSPENDED else { return false }
    let object = UInt(bitPattern: facts.object)
    switch facts.awaits {
    case GCDC_AWAITS_TASK: return object == other.address
    case GCDC_AWAITS_GROUP: return other.group != 0 && object == other.group
    default: return false
    }
  }

  private func suspended(_ task: SwiftTaskTable.Entry) -> ParticipantPlace {
    ParticipantPlace(
      naming.swiftTask(task.object),
      at: naming.symbolize(task.suspendedStack()).innermostOfUser?.location)
  }
}
#endif
