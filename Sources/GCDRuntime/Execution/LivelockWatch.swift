// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// The limits that distinguish a livelock from a long run.
enum LivelockRule {
  /// A loop that tries again and again does something else as well: one step in so many is enough.
  static let stepsPerFruitless = 16
  /// A run that never comes to rest looks so often for what comes from outside.
  static let stepsPerPoll = 1_000
  /// What runs as many times longer than a loop may is given up, too, whatever it does.
  static let externalTimeout = 10
}

/// How far a run has come towards its end, or towards the judgement that it has none.
struct ProgressWatch {
  /// The numbers of steps at which the run is polled next, and at which it is judged.
  var nextPoll = 0
  var nextJudgement = 0
  /// The step before which the run stops for a debugger.
  var debuggerStep = Int.max
  /// What keeps one task from running without end while others are enabled.
  var longTurn = LongTurn()
  /// Whether the run does nothing any more but poll for what no task will do.
  var pollRounds = PollRounds()
  /// Whether the run repeats the same few steps while its body waits.
  var steadyRounds = SteadyRounds()
  /// The time that a run has earned in which something can always continue.
  var busyTime = BusyTime()
  /// What no choice comes to.
  var neglected = NeglectedTasks()
  /// How many choices had been made by when.
  var choiceMarks = ChoiceMarks()
  /// How many objects there were at the last judgement, and how many calls had moved data.
  private var objects = 0
  private var transfers: UInt64 = 0
  /// Between the last two judgements new objects came, or data was moved: a livelock uses the same objects
  /// again and again.
  private(set) var isProgressing = false

  mutating func reset(stepsAtMost maximalSteps: Int, debuggerStep: Int) {
    nextJudgement = maximalSteps
    self.debuggerStep = debuggerStep
    longTurn = LongTurn()
    pollRounds.reset()
    steadyRounds.reset()
    busyTime.reset()
    neglected.reset()
    choiceMarks = ChoiceMarks()
    objects = 0
    transfers = gcdc_transfers()
    isProgressing = false
    setNextPoll(after: 0)
  }

  /// When the run is polled next, after `count` steps.
  mutating func setNextPoll(after count: Int) {
    // Two by two: of more, an unoptimised build makes an array.
    let ofRun = min(count &+ LivelockRule.stepsPerPoll, min(nextJudgement, debuggerStep))
    nextPoll = min(ofRun, min(longTurn.nextPoll, neglected.nextPoll))
  }

  /// The run does nothing any more but poll, whatever it did before.
  mutating func endIdle() { isProgressing = false }

  /// Notes how many objects there are, and how many calls have moved data.
  mutating func judge(objects: Int, transfers: UInt64) {
    isProgressing = objects > self.objects || transfers > self.transfers
    self.objects = objects
    self.transfers = transfers
  }
}

/// Tells a run that never comes to its end from one that is only long.
struct LivelockWatch {
  let engine: Engine
  var outside: DescriptorWaits { DescriptorWaits(engine: engine) }
  /// The running task; after a long turn, which leaves none, the one that made it.
  var lastRunning: TaskID {
    let trace = engine.pointee.trace
    return engine.pointee.current == .none ? trace.steps[trace.count - 1].task : engine.pointee.current
  }

  /// Called each `stepsPerPoll` steps, where a debugger wants to stop, and where the run is to be cut: how it
  /// ends here, if it does.
  @inline(never)
  func endAtPoll() -> RunEnd? {
    if let copy = ProcessCopy.current, copy.polls() { return nil }
    let isLivelocked = isLivelocked()
    if engine.isCutNow() { return .cut }
    return isLivelocked ? .stepLimit : nil
  }

  /// Whether the run will not come to an end: it has made `maximalSteps` steps since the last judgement, and
  /// nothing that it waits for comes from outside.
  private func isLivelocked() -> Bool {
    let bound = engine.pointee.exploration.maximalSteps
    let count = engine.pointee.trace.count
    engine.stopForDebugger(beforeStep: count)
    engine.pointee.progress.choiceMarks.note(
      steps: count, choices: engine.pointee.exploration.scheduler.choicePoints)
    if count >= engine.pointee.progress.longTurn.nextPoll { endLongTurn() }
    engine.pointee.progress.setNextPoll(after: count)
    if engine.pointee.run.exit.task != .none { return count >= engine.pointee.run.exit.lastStep }
    if count < engine.pointee.progress.nextJudgement, count < engine.pointee.progress.pollRounds.nextPoll {
      return false
    }
    if outside.isSomethingOutsideAwaited { outside.pollOutside() }
    if count >= engine.pointee.progress.pollRounds.nextPoll, isOnlyIdle() || isOnlyRepeating() {
      engine.pointee.progress.endIdle()
      return true
    }
    if count < engine.pointee.progress.nextJudgement { return false }
    engine.pointee.progress.nextJudgement = count &+ bound
    engine.pointee.progress.setNextPoll(after: count)
    let window = min(bound, count - engine.pointee.trace.first)
    let reads = engine.pointee.progress.pollRounds.readsSinceJudgement()
    if engine.pointee.trace.fruitless(last: window) >= max(1, window / LivelockRule.stepsPerFruitless) {
      if count / bound < LivelockRule.externalTimeout, mayEndByTime(last: window, reads) { return false }
      return !(outside.isSomethingOutsideAwaited && outside.eventCameFromOutside())
    }
    engine.pointee.progress.judge(objects: engine.pointee.records.total, transfers: gcdc_transfers())
    return count / bound >= LivelockRule.externalTimeout
  }
}

extension Trace {
  /// How many of the last steps, all of which are kept, left everything as it was.
  fileprivate func fruitless(last length: Int) -> Int {
    var result = 0
    for index in count - length..<count where steps[index].isFruitless { result += 1 }
    return result
  }
}

extension StepRecord {
  /// The step is one that a loop makes while it waits: nothing was taken, given, begun or ended.
  var isFruitless: Bool {
    if kind == .yield || kind == .sleep || kind == .timePasses || kind == .read { return true }
    return kind == .tryLock ? result != 0 : result == -1 && !kind.isTransfer
  }
}
#endif
