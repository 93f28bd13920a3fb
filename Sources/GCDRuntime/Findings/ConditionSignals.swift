// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Why the signals of a condition have not ended a wait for it.
struct ConditionSignals {
  let engine: Engine
  let naming: ReportNames

  /// What the record says of a wait: a signal that woke another task alone, tasks that had the lock and gave
  /// it back without a signal or signalled another condition, or a signal that came too early, or was the
  /// last one; empty where it says nothing.
  ///
  /// - Parameter looksFirst: The waiter was seen to look at its state and to wait again: no signal is too
  ///   early for it.
  func wakers(_ edge: GCDModel.WaitEdge, looksFirst: Bool) -> [Waker] {
    guard let start = lastWait(edge) else { return looksFirst ? [] : early(edge, before: trace.count) }
    if let other = signalOfAnother(edge, after: start) { return [other] }
    if !looksFirst {
      let early = early(edge, before: start)
      if !early.isEmpty { return early }
    }
    let silent = silent(edge, after: start)
    return silent.isEmpty && looksFirst ? last(edge, before: start) : silent
  }

  private var trace: Trace { engine.pointee.trace }

  private func lastWait(_ edge: GCDModel.WaitEdge) -> Int? {
    (trace.first..<trace.count).last { index in
      let step = trace.steps[index]
      return step.kind == .conditionWait && step.task == edge.waiter && step.object == edge.resource
    }
  }

  /// A signal that ends one wait came after this one had begun, and another task got it.
  private func signalOfAnother(_ edge: GCDModel.WaitEdge, after start: Int) -> Waker? {
    guard
      let index = (start..<trace.count).last(where: { index in
        let step = trace.steps[index]
        return step.kind == .signalCondition && step.object == edge.resource && step.result > 0
      })
    else { return nil }
    let step = trace.steps[index]
    return .wokeAnother(
      by: naming.participant(of: step, at: index), location: naming.location(step.site, step.stack),
      step: index)
  }

  /// The last signal by another task before a wait began, as this kind of waker.
  private func lastSignal(
    _ edge: GCDModel.WaitEdge, before start: Int,
    as waker: (OperationKind, String, CodeLocation?, StepIndex) -> Waker
  ) -> [Waker] {
    let last = (trace.first..<start).last { index in
      let step = trace.steps[index]
      return step.object == edge.resource && step.kind.releases == .condition && step.task != edge.waiter
    }
    guard let last else { return [] }
    let step = trace.steps[last]
    let place = naming.location(step.site, step.stack)
    return [waker(step.kind, naming.participant(of: step, at: last), place, last)]
  }

  /// Where the waiter looks first: what that signal brought was not enough, or another task has taken it.
  private func last(_ edge: GCDModel.WaitEdge, before start: Int) -> [Waker] {
    lastSignal(edge, before: start, as: Waker.lastSignal)
  }

  /// Where it came before the wait that it was meant for.
  private func early(_ edge: GCDModel.WaitEdge, before start: Int) -> [Waker] {
    lastSignal(edge, before: start, as: Waker.tooEarly)
  }

  /// Others acquired the lock of the wait after it had begun, and gave it back without a signal, or with one
  /// of another condition.
  private func silent(_ edge: GCDModel.WaitEdge, after start: Int) -> [Waker] {
    let lock = ObjectID(rawValue: trace.steps[start].other)
    guard lock.kind == .lock, engine.pointee.records.find(lock) != nil else { return [] }
    var open: (task: TaskID, index: Int)?
    var found: [Waker] = []
    for index in start..<trace.count {
      let step = trace.steps[index]
      if step.task == edge.waiter || step.isBlocked { continue }
      if step.object == edge.resource, step.kind.releases == .condition { return [] }
      if step.object == lock, step.kind == .lock || step.kind == .tryLock, step.result >= 0 {
        open = (step.task, index)
      } else if step.object == lock, step.kind == .unlock, let acquired = open, acquired.task == step.task {
        let first = trace.steps[acquired.index]
        let name = naming.participant(of: first, at: acquired.index)
        let waker =
          signalOfOther(step.task, from: acquired.index, to: index).map { signal in
            Waker.signalledAnother(
              by: name, condition: naming.object(signal.object),
              location: naming.location(signal.site, signal.stack))
          } ?? silence(by: name, first)
        if !found.contains(waker) { found.append(waker) }
        open = nil
      }
    }
    return Array(found.suffix(2))
  }

  private func silence(by name: String, _ step: StepRecord) -> Waker {
    let frames = naming.frames(step.stack, or: step.site)
    return .gaveBackSilently(
      by: name, location: frames.innermostOfUser?.location, caller: frames.callerOfUser)
  }

  /// The last signal that a task made while it had the lock. It is one of another condition: `silent` finds
  /// nothing where the condition of the wait is signalled.
  private func signalOfOther(_ task: TaskID, from start: Int, to end: Int) -> StepRecord? {
    (start..<end).last { trace.steps[$0].task == task && trace.steps[$0].kind.releases == .condition }
      .map { trace.steps[$0] }
  }
}
#endif
