// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// Telling a run that goes round from one that is only long.
enum LivelockRule {
  /// A loop that tries again and again does something else as well: one step in so many is enough.
  static let stepsPerFruitless = 16
  /// A run that never comes to rest looks so often for what comes from outside.
  static let stepsPerPoll = 1_000
  /// What runs as many times longer than a loop may is given up, too, whatever it does.
  static let externalTimeout = 10
}

extension Engine {
  /// When `isLivelocked` is asked next.
  func setNextPoll(after count: Int) {
    state.pointee.nextPoll = min(
      count &+ LivelockRule.stepsPerPoll, state.pointee.nextJudgement, state.pointee.debuggerStep,
      state.pointee.longTurn.nextPoll)
  }

  /// Called each `stepsPerPoll` steps, where a debugger wants to stop, and where the run is to be cut: how it
  /// ends here, if it does.
  @inline(never)
  func endAtPoll() -> RunEnd? {
    let isLivelocked = isLivelocked()
    if isCutNow() { return .cut }
    return isLivelocked ? .stepLimit : nil
  }

  /// Whether the run will not come to an end: it has made `maximalSteps` steps since the last judgement, and
  /// nothing that it waits for comes from outside.
  private func isLivelocked() -> Bool {
    let bound = state.pointee.maximalSteps
    let count = state.pointee.trace.count
    stopForDebugger(beforeStep: count)
    if count >= state.pointee.longTurn.nextPoll { endLongTurn() }
    setNextPoll(after: count)
    if count < state.pointee.nextJudgement, count < state.pointee.pollRounds.nextPoll { return false }
    if isSomethingOutsideAwaited { pollOutside() }
    if count >= state.pointee.pollRounds.nextPoll, isOnlyIdle() { return true }
    if count < state.pointee.nextJudgement { return false }
    state.pointee.nextJudgement = count &+ bound
    setNextPoll(after: count)
    let window = min(bound, count - state.pointee.trace.first)
    if state.pointee.trace.fruitless(last: window) >= max(1, window / LivelockRule.stepsPerFruitless) {
      return !(isSomethingOutsideAwaited && eventCameFromOutside())
    }
    let objects = state.pointee.records.total
    let transfers = gcdc_transfers()
    state.pointee.isProgressing =
      objects > state.pointee.objectsAtPoll || transfers > state.pointee.transfersAtPoll
    state.pointee.objectsAtPoll = objects
    state.pointee.transfersAtPoll = transfers
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
