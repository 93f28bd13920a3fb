// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Timed waits of the run that ran out.
struct TimedOutWaits {
  let engine: Engine
  let naming: ReportNames

  /// Virtual nanoseconds of a time limit that no one expects to be reached, at least: shorter ones may be
  /// meant to run out.
  private static let shortestLimit: UInt64 = 1_000_000_000
  private static let most = 8

  /// In the order in which they ran out, at most a few.
  var first: [Timeout] {
    indices.prefix(TimedOutWaits.most).map(timeout)
  }

  /// The step of the last wait of a task that ran out.
  func last(of task: TaskID) -> Int? { indices.last { engine.pointee.trace.steps[$0].task == task } }

  private func timeout(_ index: Int) -> Timeout {
    let step = engine.pointee.trace.steps[index]
    return Timeout(
      step.kind == .groupWake ? .groupWait : step.kind, on: naming.object(step.object),
      after: step.time - startOfWait(index), at: naming.location(step.site, step.stack))
  }

  /// The wait that gave up before what it waited for came: all that ran out were made in one line, and what
  /// one of them waited for has come since, or is to come; nil where that is not so.
  var tooShort: Timeout? {
    let all = indices
    guard let last = all.last, case let timeout = timeout(last), let place = timeout.location,
      all.allSatisfy({ index in
        let step = engine.pointee.trace.steps[index]
        return step.kind != .conditionWake && naming.location(step.site, step.stack) == place
      }), all.contains(where: isToCome)
    else { return nil }
    return timeout
  }

  /// Whether a group has not become empty at all, or a semaphore was signalled after a wait for it had run
  /// out, or others may still do so.
  private func isToCome(_ index: Int) -> Bool {
    let trace = engine.pointee.trace
    let step = trace.steps[index]
    if step.kind != .wait { return engine.pointee.world.groups.count(of: step.object) > 0 }
    let isSignalled = (index..<trace.count).contains {
      trace.steps[$0].object == step.object && trace.steps[$0].kind == .signal
    }
    return isSignalled
      || engine.pointee.world.tasksInHand().contains {
        $0 != engine.pointee.current && engine.pointee.world.waits(of: $0).allSatisfy { $0.kind == .time }
      }
  }

  /// The step by which time passed at a standstill that ended with a long time limit: that of the last wait
  /// which ran out, or else of the last rest in which no one did anything but run loops, or but one task that
  /// slept and looked. Nil where the program made further work afterwards: it may have expected that.
  var standstill: Int? {
    let last = indices.last {
      engine.pointee.trace.steps[$0].time - startOfWait($0) >= TimedOutWaits.shortestLimit
    }
    guard let step = last.map(clockStep) ?? firstOfLastRest ?? middleOfLastPoll, !isWorkMade(after: step)
    else { return nil }
    return step
  }

  /// Whether the program has submitted a block, or made a thread or task; a job by which a task continues is
  /// nothing new.
  private func isWorkMade(after index: Int) -> Bool {
    (index..<engine.pointee.trace.count).contains { index in
      let step = engine.pointee.trace.steps[index]
      return [.async, .barrierAsync, .createThread, .makeTask].contains(step.kind)
        && naming.object(step.object).type != .cooperativePool
        && naming.location(step.site, step.stack) != nil
    }
  }

  private var indices: [Int] {
    (engine.pointee.trace.first..<engine.pointee.trace.count).filter { index in
      let step = engine.pointee.trace.steps[index]
      return step.result == -1 && [.wait, .groupWait, .groupWake, .conditionWake].contains(step.kind)
    }
  }

  /// The last step by which time passed before that.
  private func clockStep(before index: Int) -> Int? {
    (engine.pointee.trace.first..<index).last { engine.pointee.trace.steps[$0].task == .clock }
  }

  /// While time passes, a run loop with a time limit looks again and again.
  private var firstOfLastRest: Int? {
    var rest: Int?
    var first: Int?
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.task == .clock {
        let beginning = first ?? index
        first = beginning
        let before = max(beginning - 1, engine.pointee.trace.first)
        let began = engine.pointee.trace.steps[before].time
        if step.time - began >= TimedOutWaits.shortestLimit { rest = beginning }
      } else if !step.kind.isDescriptorCall || step.result != -1 {
        first = nil
      }
    }
    return rest
  }

  /// One task sleeps and looks, sleeps and looks, until its time is over: a step by which time passed
  /// between, with rounds before and after it.
  private var middleOfLastPoll: Int? {
    let trace = engine.pointee.trace
    var middle: Int?
    var (poller, first, began) = (TaskID.none, trace.first, UInt64(0))
    for index in trace.first..<trace.count {
      let step = trace.steps[index]
      if step.task == .clock {
        let half = (first + index) / 2
        let isLong = step.time - began >= TimedOutWaits.shortestLimit
        if isLong, index - half > TrialCopy.mostStepsOfPolls { middle = clockStep(before: half) }
      } else if step.task != poller, !step.isEmptyRunLoopTurn {
        (poller, first, began) = (step.task, index, step.time)
      }
    }
    return middle
  }

  /// When the task of a step had made its step before: its wait began then.
  private func startOfWait(_ index: Int) -> UInt64 {
    let task = engine.pointee.trace.steps[index].task
    var earlier = index - 1
    while earlier >= engine.pointee.trace.first {
      let step = engine.pointee.trace.steps[earlier]
      if step.task == task { return step.time }
      earlier -= 1
    }
    return 0
  }
}
#endif
