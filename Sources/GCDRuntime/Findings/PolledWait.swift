// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// The wait that keeps loops going which poll for what a blocked task would do: it is the cause, they are its
/// victims.
struct PolledWait {
  private let builder: FindingBuilder
  /// The tasks that go round in loops of the program's.
  private let loops: [TaskID]
  /// And the main thread, where XCTest looks on it whether an async test has ended.
  private let pollers: [TaskID]

  /// - Parameter spinning: The tasks that made the last steps. One that has just begun is no loop: a block
  ///   which submits itself is another one each time.
  init(builder: FindingBuilder, spinning: [TaskID]) {
    self.builder = builder
    let trace = builder.engine.pointee.trace
    let end = max(trace.first, trace.count - TrialCopy.mostStepsOfPolls)
    let earlier = max(trace.first, trace.count - PollRounds.stepsPerPoll)..<end
    loops = spinning.filter { task in
      builder.engine.pointee.world.phase(of: task) != .ended
        && earlier.contains { trace.steps[$0].task == task }
    }
    pollers = loops + (TestFrameworks(engine: builder.engine).mainThreadAwaitsTest ? [.body] : [])
  }

  private var engine: Engine { builder.engine }

  /// In a copy of the process the loops came to their end once the wait had ended. Nil where none does, as
  /// where the loop's own task would end the wait after it.
  func finding() -> Finding? {
    guard !loops.isEmpty else { return nil }
    // So that all but the loops comes to rest in the copies.
    let ignoredDeadlines = engine.pointee.world.ignoresDeadlines
    engine.pointee.world.ignoresDeadlines = true
    defer { engine.pointee.world.ignoresDeadlines = ignoredDeadlines }
    var builder = builder
    builder.pollers = pollers
    builder.trials = Trials(engine: engine, pollers: pollers).results()
    let decisive = builder.trials.filter(\.endsPolls).map(\.task)
    if decisive.isEmpty { return nil }
    let isPolledFor = { (dead: DeadSet) in dead.members.contains(where: decisive.contains) }
    let causes = [
      engine.pointee.world.diagnoseQuiescence(trials: builder.trials),
      engine.pointee.world.polledRegistration(builder.trials),
    ]
    guard var dead = causes.compactMap(\.self).first(where: isPolledFor) else { return nil }
    dead.alsoStuck.removeAll(where: pollers.contains)
    var found = builder.finding(of: dead)
    found.participants += loops.prefix(4).map { builder.naming.details($0, .spinning) }
    return found
  }
}
#endif
