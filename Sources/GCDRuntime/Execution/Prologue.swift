// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDSchedule
import GCDVocabulary

/// The steps of a program before its first choice, which are the same in all of its schedules: most of what a
/// test costs is the start of its framework.
///
/// They are over before anything that one schedule may decide otherwise than another one, before the program
/// draws a random number, and before it changes something outside of its process.
final class Prologue {
  /// What strategies are given of a step.
  private enum Event {
    case step(TaskID, Operation, site: UInt64)
    case yield(TaskID)
  }

  private var events: [Event] = []
  /// How far the clock may be ahead in schedules that allow it, in nanoseconds; 0 = in none.
  fileprivate let skew: UInt64
  private let end: (Prologue) -> Void

  /// - Parameter end: called once, on whatever thread runs; when it returns, the run's own choices begin.
  init(skew: UInt64, end: @escaping (Prologue) -> Void) {
    self.skew = skew
    self.end = end
  }

  fileprivate func note(_ task: TaskID, _ operation: Operation, at site: UInt64) {
    events.append(.step(task, operation, site: site))
  }

  fileprivate func noteYield(_ task: TaskID) { events.append(.yield(task)) }

  fileprivate func close() { end(self) }

  /// Gives a strategy that has not seen them the steps that were made.
  func report(to choices: UnsafeMutablePointer<Choices>) {
    let countsSteps = choices.pointee.countsSteps
    for event in events {
      switch event {
      case .step(let task, let operation, let site):
        if countsSteps { choices.pointee.executed(task, operation, site: site) }
      case .yield(let task): choices.pointee.yielded(task)
      }
    }
  }
}

extension Engine {
  /// Takes the run for one whose first steps other schedules have as well.
  func beginPrologue(_ prologue: Prologue) {
    pointee.exploration.prologue = prologue
    pointee.exploration.choices.pointee.watchReleases()
    pointee.listeners = pointee.listeners.adding(.prologue)
    gcdc_set_prologue(true)
  }

  /// Ends the prologue, if there is one: what comes next may be otherwise in other schedules.
  @inline(__always)
  func endPrologue() {
    if pointee.listeners.has(.prologue) { closePrologue() }
  }

  @inline(never)
  private func closePrologue() {
    guard let prologue = pointee.exploration.prologue else { return }
    gcdc_set_prologue(false)
    pointee.exploration.prologue = nil
    pointee.listeners = pointee.listeners.without(.prologue)
    prologue.close()
  }

  /// A step of the prologue was made part of the trace.
  func noteInPrologue(_ task: TaskID, _ operation: Operation) {
    pointee.exploration.prologue?.note(task, operation, at: taskView.site(of: task))
    endOvertakenPrologue()
  }

  /// Ends the prologue where a clock that may be ahead would be a candidate next to a task: that is a choice
  /// as well, and may be the only one that the program comes to.
  func endOvertakenPrologue() {
    guard let prologue = pointee.exploration.prologue, prologue.skew > 0,
      pointee.world.mightHaveBeenOvertaken(by: prologue.skew)
    else { return }
    closePrologue()
  }

  /// A task has yielded, slept, polled or timed out: fair orders let the others go first.
  func noteYield(of task: TaskID) {
    if pointee.listeners.has(.prologue) { pointee.exploration.prologue?.noteYield(task) }
    pointee.exploration.choices.pointee.yielded(task)
  }
}
#endif
