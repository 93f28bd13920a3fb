// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// The wait that keeps loops going which poll for what a blocked task would do: it is the cause, they are its
/// victims.
struct PolledWait {
  private let builder: FindingBuilder
  private let pollers: [TaskID]

  /// - Parameter spinning: The tasks that made the last steps. One that has just begun is no loop: a block
  ///   which submits itself is another one each time.
  init(builder: FindingBuilder, spinning: [TaskID]) {
    self.builder = builder
    let trace = builder.engine.pointee.trace
    let end = max(trace.first, trace.count - TrialCopy.mostStepsOfPolls)
    let earlier = max(trace.first, trace.count - PollRounds.stepsPerPoll)..<end
    pollers = spinning.filter { task in
      builder.engine.pointee.world.phase(of: task) != .ended
        && earlier.contains { trace.steps[$0].task == task }
    }
  }

  private var engine: Engine { builder.engine }

  /// In a copy of the process the loops came to their end once the wait had ended. Nil where none does, as
  /// where the loop's own task would end the wait after it.
  func finding() -> Finding? {
    guard !pollers.isEmpty, isAnotherWaiting else { return nil }
    // So that all but the loops comes to rest in the copies.
    let ignoredDeadlines = engine.pointee.world.ignoresDeadlines
    engine.pointee.world.ignoresDeadlines = true
    defer { engine.pointee.world.ignoresDeadlines = ignoredDeadlines }
    var builder = builder
    builder.pollers = pollers
    builder.trials = Trials(engine: engine, pollers: pollers).results()
    let decisive = builder.trials.filter(\.endsPolls).map(\.task)
    if decisive.isEmpty { return nil }
    guard var dead = engine.pointee.world.diagnoseQuiescence(trials: builder.trials),
      dead.members.contains(where: decisive.contains)
    else { return nil }
    dead.alsoStuck.removeAll(where: pollers.contains)
    var found = builder.finding(of: dead)
    found.participants += pollers.prefix(4).map { builder.naming.details($0, .spinning) }
    return found
  }

  private var isAnotherWaiting: Bool {
    var found = false
    engine.pointee.world.forEachUntimedWait { if !pollers.contains($0) { found = true } }
    return found
  }
}
#endif
