// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// In a copy of the process: the run that has come to rest continues with the end of one wait supposed.
///
/// Its thread is the carrier. It ends when the run comes to rest again, or by whatever its code does to the
/// process.
final class TrialCopy: ProcessCopy {
  /// Bytes of the answer: its clarity, whether a loop that polls has ended, then one for each stuck task.
  private enum Answer {
    static let helped: UInt8 = 1
    static let led: UInt8 = 2
    /// Of the subject: it has ended, and gave back no more than it was given.
    static let ended: UInt8 = 3
  }

  /// What is supposed.
  enum Subject {
    case end(ofWaitOf: TaskID)
    case opening(of: ObjectID)
  }

  private let subject: Subject
  private let stuck: [TaskID]
  private let stuckSet: Set<TaskID>
  private let pollers: [TaskID]
  /// What each of those waits for, before the trial.
  private let needs: [[WaitEdge]]
  /// The tasks whose waits were ended here: that they continue is no evidence.
  private var supposed: Set<TaskID> = []
  /// What those were given, and how many steps there were before.
  private var grants: [(step: Int, object: ObjectID)] = []
  /// What came of the supposed end of the wait.
  private var clarity = Trial.Clarity.unclear
  /// The step at which the copy ends while loops that poll have time.
  private var lastStepOfPolls = Int.max

  /// How often the task's waits are ended: what it waits for next may be missing as well.
  private static let mostWaits = 32
  /// After so many steps the copy is given up.
  private static let mostSteps = 2_000
  /// And after so many in which a loop that polls has time.
  static let mostStepsOfPolls = 64

  /// Continues the run; the answer goes to the process that made the copy.
  static func run(
    _ engine: Engine, _ way: gcdc_copy, _ subject: Subject, among stuck: [TaskID], pollers: [TaskID]
  ) -> Never {
    let trial = TrialCopy(engine, way, subject, stuck, pollers)
    trial.begin()
    var scope = ExplorationScope()
    scope.host = engine.pointee.exploration.host
    scope.settle = engine.pointee.exploration.settle
    scope.maximalSteps = mostSteps
    engine.pointee.exploration = scope
    // The place of a wait is on its stack.
    engine.pointee.listeners = engine.pointee.listeners.keeping(.stacks, .testFramework)
    engine.pointee.progress.reset(stepsAtMost: trial.start + mostSteps, debuggerStep: .max)
    switch subject {
    case .end(let task):
      trial.clarity = trial.continueRun(task)
      trial.continuePolls()
      trial.leave(trial.clarity)
    case .opening(let object):
      engine.pointee.world.supposeOpening(of: object)
      trial.leave(trial.run(to: trial.begin { engine.dispatchNext() }) ? .clear : .unclear)
    }
  }

  private init(
    _ engine: Engine, _ way: gcdc_copy, _ subject: Subject, _ stuck: [TaskID], _ pollers: [TaskID]
  ) {
    self.subject = subject
    self.stuck = stuck
    self.pollers = pollers
    stuckSet = Set(stuck)
    needs = stuck.map { engine.pointee.world.needs(of: $0) }
    super.init(engine, way)
  }

  /// Ends the waits of the task, one after the other, until it is over; then those of others for what it has
  /// waited for first, or in that line of the program, as if that were put right for all.
  private func continueRun(_ first: TaskID) -> Trial.Clarity {
    let shared = Set(engine.pointee.world.needs(of: first).filter(\.kind.isTakenInTurn).map(\.resource))
    let place = engine.place(ofWaitOf: first)
    var task = first
    for _ in 0..<TrialCopy.mostWaits {
      let waited = engine.pointee.world.needs(of: task)
      supposed.insert(task)
      for need in waited where need.kind.isTakenInTurn {
        grants.append((engine.pointee.trace.count, need.resource))
      }
      guard let end = engine.pointee.world.supposeEnd(ofWaitOf: task),
        run(to: begin { next(end.outcome, of: end.task) })
      else { return .unclear }
      let needs = engine.pointee.world.needs(of: task)
      if needs.isEmpty {
        guard let next = blockWithoutWorker() ?? waiter(for: shared, at: place) else { return .clear }
        task = next
        continue
      }
      if needs == waited, needs.contains(where: { $0.kind == .condition || $0.kind == .futex }) {
        return .waitsAgain
      }
    }
    // It may do something else later, or serve for good.
    return .unclear
  }

  /// Lets time pass for loops that poll, which had none until all else came to rest.
  private func continuePolls() {
    if pollers.isEmpty || engine.pointee.run.end != .quiescent { return }
    engine.pointee.world.ignoresDeadlines = false
    lastStepOfPolls = engine.pointee.trace.count + TrialCopy.mostStepsOfPolls
    engine.pointee.progress.reset(stepsAtMost: lastStepOfPolls, debuggerStep: .max)
    _ = run(to: begin { engine.dispatchNext() })
  }

  override func polls() -> Bool {
    // Sooner than a loop with a time limit comes to that.
    if engine.pointee.trace.count >= lastStepOfPolls { leave(clarity) }
    return false
  }

  /// Whether a loop that polls has ended: its task did something else than in the last look before.
  private var endsPolls: Bool {
    let trace = engine.pointee.trace
    return pollers.contains { poller in
      engine.pointee.world.phase(of: poller) == .ended
        || (max(start, trace.first)..<trace.count).contains {
          trace.steps[$0].task == poller && isNew(trace.steps[$0])
        }
    }
  }

  /// A block that was submitted in the copy and that no worker is left to run: a task that sleeps and then
  /// needs the pool has not done yet what it would do.
  private func blockWithoutWorker() -> TaskID? {
    engine.pointee.world.stuckTasks().first { task in
      !stuckSet.contains(task) && engine.pointee.world.needs(of: task).contains { $0.kind == .worker }
    }
  }

  /// A started task that waits for one of these, or at this place.
  private func waiter(for resources: Set<ObjectID>, at place: UInt) -> TaskID? {
    engine.pointee.world.stuckTasks().first { task in
      engine.pointee.world.phase(of: task) == .running
        && (engine.pointee.world.needs(of: task).contains { resources.contains($0.resource) }
          || (place != 0 && engine.place(ofWaitOf: task) == place))
    }
  }

  private func begin(_ next: () -> VirtualThread?) -> VirtualThread? {
    engine.pointee.run.end = .running
    engine.pointee.run.phase = .body
    return next()
  }

  /// Continues at a thread until the run comes to rest; false where it ends in another way.
  private func run(to thread: VirtualThread?) -> Bool {
    guard let thread else { return false }
    let carrier = engine.pointee.pool.carrier!
    if thread != carrier { gcdc_thread_switch(carrier, thread) }
    switch engine.pointee.run.end {
    case .quiescent, .finished: return true
    case .ownerCycle, .running, .misuse, .resumedTwice, .secondConsumer, .refused, .stepLimit, .outOfThreads,
      .cut:
      return false
    }
  }

  /// Where the run continues after the supposed end of a wait.
  private func next(_ outcome: Outcome, of task: TaskID) -> VirtualThread? {
    let record = engine.pointee.tasks[task]
    switch outcome.kind {
    case .completed:
      record.pointee.result = outcome.result
      engine.pointee.current = task
      return record.pointee.thread
    case .blocked: return engine.dispatchNext()
    case .started:
      if record.pointee.thread == nil {
        guard let thread = engine.takeThread() else { return nil }
        thread.pointee.task = task.rawValue
        thread.pointee.run = engine.pointee.pool.run
        record.pointee.thread = thread
      }
      engine.pointee.current = task
      return record.pointee.thread
    case .progressed, .misuse, .deadlock, .hosted: return nil
    }
  }

  /// For each stuck task whether its wait was served, by the subject and what it has begun or by others.
  private var help: [UInt8] {
    zip(stuck, needs).map { other, needs in
      if case .end(let task) = subject, other == task {
        let gaveBack = needs.contains { $0.kind == .semaphore && isServed($0.resource, bySubject: true) }
        return gaveBack ? Answer.helped : engine.pointee.world.phase(of: task) == .ended ? Answer.ended : 0
      }
      let continued = !supposed.contains(other) && engine.pointee.tasks[other].pointee.lastStep > start
      var answer: UInt8 = 0
      for need in needs {
        let isInTurn = need.kind.isTakenInTurn && !engine.pointee.world.semaphores.isAwait(need.resource)
        if isServed(need.resource, bySubject: true) { return Answer.helped }
        if isServed(need.resource, bySubject: false) {
          answer = Answer.led
        } else if continued, !isInTurn {
          return Answer.helped
        }
      }
      return answer
    }
  }

  /// Whether what a task does in the copy is the subject's doing: no other stuck task's.
  private func isSubjects(_ task: TaskID) -> Bool {
    if case .end(task) = subject { return true }
    return !stuckSet.contains(task)
  }

  /// Whether more of an object was given in the copy than was taken there: a task that takes a lock which was
  /// supposed to be free, and gives it back, helps none.
  ///
  /// - Parameter bySubject: What other stuck tasks gave does not count.
  private func isServed(_ object: ObjectID, bySubject: Bool) -> Bool {
    var balance = 0
    var grants = grants.filter { $0.object == object }[...]
    for index in max(start, engine.pointee.trace.first)..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      guard step.object == object, !step.isBlocked, step.result >= 0 else { continue }
      while let grant = grants.first, grant.step <= index {
        balance -= 1
        grants.removeFirst()
      }
      if step.kind.serves {
        if !bySubject || isSubjects(step.task) { balance += 1 }
      } else if step.kind.takesLock || step.kind == .wait || step.kind == .enter {
        balance -= 1
      }
      if balance > 0 { return true }
    }
    return false
  }

  /// The code of the trial ends the process: all that it did was seen.
  override func exited() -> Never {
    leave(.clear, endsPolls: endsPolls || pollers.contains(engine.pointee.current))
  }

  /// It has crashed: on what a wait was to bring, or on anything else.
  override func crashed() -> Never { leave(.unclear) }

  private func leave(_ clarity: Trial.Clarity) -> Never { leave(clarity, endsPolls: endsPolls) }

  private func leave(_ clarity: Trial.Clarity, endsPolls: Bool) -> Never {
    leave([clarity.rawValue, endsPolls ? 1 : 0] + help)
  }

  /// What a copy has answered about a task; nil where that is no answer.
  static func read(_ bytes: [UInt8], about task: TaskID, among stuck: [TaskID]) -> Trial? {
    guard bytes.count == stuck.count + 2, let clarity = Trial.Clarity(rawValue: bytes[0]) else { return nil }
    let answers = zip(stuck, bytes.dropFirst(2))
    return Trial(
      task: task, clarity: clarity, helped: answers.filter { $0.1 == Answer.helped }.map(\.0),
      led: answers.filter { $0.1 == Answer.led }.map(\.0),
      hasEnded: answers.contains { $0 == task && $1 == Answer.ended }, endsPolls: bytes[1] != 0)
  }
}

extension WaitKind {
  /// Those that wait for it have it one after the other.
  fileprivate var isTakenInTurn: Bool {
    switch self {
    case .lock, .readWriteLock, .semaphore: true
    case .queue, .once, .item, .group, .condition, .futex, .resume, .worker, .thread, .barrier, .time,
      .descriptor, .workItem:
      false
    }
  }
}

extension OperationKind {
  /// Gives others what they may wait for at the operation's object.
  fileprivate var serves: Bool {
    switch releases {
    case .lock, .readWriteLock, .count, .condition, .workItem, .barrier: true
    case .none, .block, .blockWithWait, .blockElsewhere, .registration, .arrival, .thread, .blockEnd,
      .syncEnd, .heldLock, .lane, .cancelHandler, .descriptors:
      false
    }
  }
}
#endif
