// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Rounds of a run in which nothing continues but what time or a yield brings back: loops that poll, timers
/// that wake no task, and the waits of test frameworks, which look every tenth of a second.
///
/// Such a run never comes to rest, and yet nothing that is blocked in it is ever woken. After
/// `IdleRule.exactRounds` the rounds begin to be late, by a small and growing share of the time that has
/// passed (a real machine promises no more than "not before"), so that a loop with a time limit reaches it,
/// and one without reaches `IdleRule.longest` after some 10,000 rounds instead of millions.
struct IdleRounds {
  private(set) var count = 0
  /// Virtual time of the first one.
  private(set) var began: UInt64 = 0
  /// How many steps there were then.
  private(set) var beganAtStep = 0
  /// How often a clock had been read then.
  private var readsAtBegin = 0
  /// How many steps there were at the look before the last one.
  private(set) var stepsAtEarlierLook = 0
  private var stepsAtLook = 0
  /// Of all waits without a time limit, at the last look.
  private var digest: UInt64 = 0

  /// How many steps there were at the last yield.
  var stepsAtYield = 0

  mutating func reset() { self = IdleRounds() }

  /// Tasks that yield, and what their loops kept when that was looked at last.
  private var yielders = YieldingTasks()

  /// A task that has yielded is about to continue: when its loop has kept something else than before, it
  /// counts, and the rounds begin anew.
  ///
  /// What it keeps may also be the time, where a clock is read in each round: then it waits for a time,
  /// unless another task does (`isNothingDue`), which must not come too early.
  mutating func noteYielded(
    _ task: UnsafeRawPointer, clockReads: Int, isNothingDue: @autoclosure () -> Bool
  ) {
    guard count % IdleRule.roundsPerPoll < YieldingTasks.most, yielders.hasChanged(task) else { return }
    // The last round has not come to its read yet.
    if !isNothingDue() || clockReads &- readsAtBegin &+ 1 < count { count = 0 }
  }

  /// A task has done something that is no part of a loop that polls.
  mutating func end() { count = 0 }

  /// A further round; true when it is time to look whether something has changed.
  mutating func add(at now: UInt64, steps: Int, clockReads: Int) -> Bool {
    if count == 0 { (began, beganAtStep, readsAtBegin) = (now, steps, clockReads) }
    count &+= 1
    let isMany = count > IdleRule.manyRounds
    guard count % (isMany ? IdleRule.roundsPerLatePoll : IdleRule.roundsPerPoll) == 0 else { return false }
    (stepsAtEarlierLook, stepsAtLook) = (stepsAtLook, steps)
    return true
  }

  /// Whether all waits are those of the last look; if not, the rounds begin anew.
  mutating func isUnchanged(_ present: UInt64) -> Bool {
    if digest == present { return true }
    digest = present
    count = 0
    return false
  }

  /// By how many nanoseconds this round is late.
  func lateness(at now: UInt64) -> UInt64 {
    let passed = now &- began
    return count <= IdleRule.exactRounds || passed >= IdleRule.longest ? 0 : passed / IdleRule.shareOfLateness
  }

  func isOver(_ limit: IdleLimit, at now: UInt64) -> Bool {
    count > limit.rounds && now &- began >= limit.time
  }
}

/// How many rounds, and how many nanoseconds of virtual time, are never too many.
struct IdleLimit {
  var rounds: Int
  var time = IdleRule.longest

  /// Over at the first look that finds nothing new.
  static var atOnce: IdleLimit { IdleLimit(rounds: 0, time: 0) }
}

enum IdleRule {
  static let roundsPerPoll = 256
  /// A look takes longer the more tasks there were.
  static let manyRounds = 8_192
  static let roundsPerLatePoll = 2_048
  /// So many rounds take exactly the time that they ask for.
  static let exactRounds = 1_000
  /// So many yields in a row are never too many: what a loop counts may lie where no look finds it.
  static let exactYields = 30_000
  /// The same of sleeps of Swift tasks: of their frames nothing says which words are a loop's own.
  static let exactSleeps = 10_000
  static let shareOfLateness: UInt64 = 1_024
  /// A day of virtual time without a task that was woken, in nanoseconds.
  static let longest: UInt64 = 86_400_000_000_000
  /// What a yield takes while no other task can continue, in nanoseconds.
  static let timeOfAYield: UInt64 = 1_000
  /// After so many questions for cancellation in a row a task counts as one that polls.
  static let questionsBeforeYield = 16
}

extension LivelockWatch {
  /// Nothing but the clock can continue. True when nothing else ever will: the run is over.
  func restIsIdle() -> Bool {
    guard engine.pointee.run.phase == .body else { return false }
    if endsWithStandstill() { return true }
    let now = engine.pointee.world.core.clock.now
    let count = engine.pointee.polling.idle.count
    if count % 64 == 0 || count > IdleRule.exactRounds, isAnyTaskResting {
      engine.pointee.polling.idle.end()
      return false
    }
    if addRound(at: now),
      let limit = onlyXCTestLooks ? .atOnce : limitOfSleepers(), isIdleForGood(now, limit)
    {
      engine.pointee.world.ignoresDeadlines = true
      engine.pointee.progress.endIdle()
      return true
    }
    let late = engine.pointee.polling.idle.lateness(at: now)
    if late > 0 { engine.pointee.world.runLate(by: late) }
    return false
  }

  /// A thread of the program's own waits for a time, and not in a run loop: it may be counting its rests, and
  /// `PollRounds` tells whether it is.
  private var isAnyTaskResting: Bool {
    !engine.pointee.world.allDeadlines { task in
      // Timers and delayed blocks have no thread yet, and handlers that the model has made no record.
      if Int(task.rawValue) >= engine.pointee.tasks.count { return true }
      let record = engine.pointee.tasks[task].pointee
      guard record.thread != nil, let site = record.site.address else { return true }
      let kind = engine.pointee.world.pendingOperation(of: task).kind
      return (kind.isDescriptorCall || engine.pointee.polling.emptyRunLoopPass.task == task)
        && gcdc_is_run_loop_site(UnsafeRawPointer(bitPattern: site))
    }
  }

  /// A task polls without a wait, by yielding: time passes for it where no other has anything to do.
  ///
  /// Does not return when the loop never ends.
  func pollWithoutWaiting() {
    guard engine.pointee.run.phase == .body else { return }
    let isBusy = hasOtherWork
    engine.pointee.polling.idle.stepsAtYield = engine.pointee.trace.count
    if isBusy || engine.pointee.world.settleForPolling() { return engine.pointee.polling.idle.end() }
    let now = engine.pointee.world.core.clock.now
    if addRound(at: now),
      isIdleForGood(now, IdleLimit(rounds: IdleRule.exactYields))
    {
      // Threads that are blocked may wait for the very loop that goes round.
      let isBesideTheCause = engine.suspendedRoot()?.facts.awaits == GCDC_AWAITS_CONTINUATION
      engine.pointee.world.ignoresDeadlines = isBesideTheCause
      engine.pointee.progress.endIdle()
      engine.stopAndLeave(isBesideTheCause ? .quiescent : .stepLimit, .none, .none, .none)
    }
    let late = max(IdleRule.timeOfAYield, engine.pointee.polling.idle.lateness(at: now))
    engine.pointee.world.runLate(by: late)
    if engine.pointee.world.nextDeadline <= engine.pointee.world.core.clock.now {
      engine.pointee.world.advanceForPolling()
    }
  }

  /// A task that has yielded is about to continue.
  func noteYielded(_ task: UnsafeRawPointer) {
    engine.pointee.polling.idle.noteYielded(
      task, clockReads: engine.pointee.progress.pollRounds.clockReads,
      isNothingDue: engine.pointee.world.nextDeadline == Operation.noDeadline || testOfXCTestWaits())
  }

  /// One round more; true when it is time to look whether something has changed.
  private func addRound(at now: UInt64) -> Bool {
    engine.pointee.polling.idle.add(
      at: now, steps: engine.pointee.trace.count, clockReads: engine.pointee.progress.pollRounds.clockReads)
  }

  /// Whether a task has made a step since the last yield that is neither woken by time nor continues after
  /// one.
  private var hasOtherWork: Bool {
    let trace = engine.pointee.trace
    var index = max(trace.first, min(engine.pointee.polling.idle.stepsAtYield, trace.count))
    while index < trace.count {
      let task = trace.steps[index].task
      index += 1
      if task == .clock || task == .body || task == engine.pointee.current { continue }
      let record = engine.pointee.tasks[task]
      if !record.pointee.job.isPolling, record.pointee.source == .none { return true }
    }
    return false
  }

  /// More rounds where Swift tasks sleep. Nil where one of them sleeps longer than the rounds have taken, or
  /// nothing waits for the loops: a service may sleep again and again.
  private func limitOfSleepers() -> IdleLimit? {
    var rounds = IdleRule.exactRounds
    // One whose time has come, and that finds no thread, sleeps no more.
    if !engine.pointee.world.isAnyJobDelayed { return IdleLimit(rounds: rounds) }
    for entry in engine.pointee.swiftTasks.entries where entry.isAsleep {
      if entry.facts.state != GCDC_TASK_SUSPENDED { continue }
      rounds = IdleRule.exactSleeps
      if entry.lastSubmission < engine.pointee.polling.idle.beganAtStep { return nil }
    }
    return rounds == IdleRule.exactSleeps && !hasStuckWait ? nil : IdleLimit(rounds: rounds)
  }

  /// The rounds are those of XCTest, which looks whether its async test has ended, and no time is to come for
  /// anything else: there is no loop of the program that may be given the time that it waits for.
  private var onlyXCTestLooks: Bool {
    let frameworks = TestFrameworks(engine: engine)
    return engine.pointee.notes.uncontrolledThreads.isEmpty && frameworks.mainThreadAwaitsTest
      && engine.pointee.world.allDeadlines {
        $0 == .clock || $0 == .body || frameworks.endsEndlessTest($0)
      }
  }

  private func isIdleForGood(_ now: UInt64, _ limit: IdleLimit) -> Bool {
    engine.pointee.polling.idle.isUnchanged(digestOfWaits())
      && engine.pointee.polling.idle.isOver(limit, at: now)
      && !outside.mayComeFromOutside
  }

  /// All waits without a time limit, and when each of them began: equal while no task is woken.
  private func digestOfWaits() -> UInt64 {
    var digest: UInt64 = 1
    engine.pointee.world.forEachUntimedWait { task in
      let began = engine.pointee.tasks[task].pointee.lastStep
      digest ^= mix(UInt64(task.rawValue) << 32 ^ UInt64(truncatingIfNeeded: began))
    }
    if let root = engine.unwokenRoot() {
      digest ^= mix(UInt64(root.number) << 40 ^ UInt64(truncatingIfNeeded: root.lastSubmission))
    }
    return digest
  }

  /// A thread or a Swift task waits that nothing has woken for so long.
  var hasStuckWait: Bool {
    var found = false
    engine.pointee.world.forEachUntimedWait { _ in found = true }
    return found || engine.unwokenRoot() != nil
  }
}
#endif
