// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// A call that waits for what no descriptor tells: it is made again, without waiting, until it is over.
struct Attempt {
  var task: TaskID
  var call: gcdc_attempt
  // On the stack of the task, which waits as long as the entry is there.
  var context: UnsafeMutableRawPointer
  /// Only another process can let it succeed: it is made when nothing else can continue.
  var isOutside: Bool
  /// Only a thread of the run, or the virtual clock, can let it succeed: nothing from outside is awaited.
  var isInside: Bool
}

extension DescriptorWaits {
  func waitForAttempt(
    _ attempt: @escaping gcdc_attempt, _ context: UnsafeMutableRawPointer, _ kind: gcdc_descriptor_kind,
    _ descriptor: Int32, _ isOutside: Bool, _ call: OperationKind, _ site: CallSite
  ) {
    // After the body nothing from outside is awaited any more: what is there by then is taken.
    if engine.pointee.run.phase != .body, attempt(context) { return }
    let task = engine.pointee.current
    let object =
      descriptor >= 0 ? self.descriptor(descriptor, site) : systemObject(kind, awaitedBy: call, site)
    engine.pointee.descriptors.hasAwaited = true
    let isInside = !isOutside && isEndedInside(descriptor, call)
    if !isInside { engine.pointee.descriptors.externalTimeout = reducedExternalTimeout }
    // The one that shares the memory may answer, or have meant to: what comes of this run depends on that.
    if isOutside, call == .changeSemaphores { noteOutsideEvent() }
    if call == .waitForSignal, engine.pointee.descriptors.alarm == nil {
      engine.pointee.descriptors.sawOutsideEvent = true
    }
    engine.pointee.descriptors.attempts.append(
      Attempt(task: task, call: attempt, context: context, isOutside: isOutside, isInside: isInside))
    _ = engine.step(Operation(call, object, argument: Operation.noDeadline), site)
    engine.pointee.descriptors.attempts.removeAll { $0.task == task }
  }

  private func isEndedInside(_ descriptor: Int32, _ call: OperationKind) -> Bool {
    if engine.pointee.descriptors.areShared { return false }
    if call == .lockFile { return gcdc_file_is_locked_here(descriptor) }
    // One that comes from outside is rarer than a thread that sends it: the run does not stall for it.
    return call == .waitForSignal
  }

  /// Makes the calls again that this process can let succeed.
  func tryInside() {
    var index = 0
    while index < engine.pointee.descriptors.attempts.count {
      if engine.pointee.descriptors.attempts[index].isOutside || !tryAgain(index) { index &+= 1 }
    }
  }

  /// Makes the calls again, one after the other, until one is over: the task that made it.
  ///
  /// Who came first is asked alone at first: of two processes that end at about the same time it is then the
  /// same one that is heard of first in each run of a schedule.
  ///
  /// - Parameter slice: How long it is to be waited now before the next question, in nanoseconds.
  func answered(waited slice: UInt64) -> TaskID? {
    let count = engine.pointee.descriptors.attempts.count
    if count == 0 { return nil }
    for index in 0..<(slice < DescriptorWaits.longestSlice ? 1 : count) {
      if let task = answered(index) { return task }
    }
    return nil
  }

  private func answered(_ index: Int) -> TaskID? {
    let attempt = engine.pointee.descriptors.attempts[index]
    engine.pointee.descriptors.chosenEnd = 0
    if !attempt.call(attempt.context) { return nil }
    engine.pointee.descriptors.attempts.remove(at: index)
    return attempt.task
  }

  private func tryAgain(_ index: Int) -> Bool {
    guard let task = answered(index) else { return false }
    attemptSucceeded(task)
    return true
  }

  /// The call of a task is over, which was answered last.
  func attemptSucceeded(_ task: TaskID) {
    engine.pointee.world.descriptorReady(task, as: Int64(engine.pointee.descriptors.chosenEnd))
  }

  /// Several processes have ended, and a call waits for any of them: which it is given is a choice. The
  /// others have ended all the same, so that no process can tell.
  func chooseEnd(_ count: Int) -> Int {
    engine.endPrologue()
    let chosen = engine.pointee.exploration.choices.pointee.choose(count)
    engine.pointee.descriptors.chosenEnd = chosen
    return chosen
  }

  /// Lets Foundation tell that a process has ended, if one has.
  func childHasEnded() -> Bool {
    if !gcdc_is_child_awaited() || !gcdc_report_child_end() { return false }
    noteOutsideEvent()
    letProcessTakeItsTime()
    pollInside()
    return true
  }

  /// A process takes as long as it likes. Where a run loop looks for its end again and again, as that of
  /// `Process.waitUntilExit` does, it has come just before the next look, which then races with what the end
  /// itself brings about.
  private func letProcessTakeItsTime() {
    let now = engine.pointee.world.core.clock.now
    let next = engine.pointee.world.nextDeadline
    guard next > now, next &- now <= DescriptorWaits.longestRoundOfRunLoop,
      engine.pointee.world.hasNextDeadline(where: { RunLoops(engine: engine).isWaiting($0) })
    else { return }
    engine.pointee.world.advanceForPolling()
  }

  /// Foundation looks each 50 ms.
  private static let longestRoundOfRunLoop: UInt64 = 100_000_000

  /// What calls of a kind wait for where they name no descriptor: one object for all of them.
  func systemObject(
    _ kind: gcdc_descriptor_kind, awaitedBy call: OperationKind, _ site: CallSite
  ) -> ObjectID {
    let number = UInt(kind.rawValue) << 40 | UInt(call.rawValue)
    let address = UnsafeMutableRawPointer(bitPattern: 1 << 62 | number)!
    let known = engine.findKnown(address)
    if known != .none { return known }
    let object = engine.pointee.world.makeDescriptor(creator: engine.pointee.current)
    engine.register(address, object, site, pinned: false)
    engine.pointee.descriptors.sorts.append(kind)
    engine.pointee.notes.names[object] = name(ofWaitFor: kind)
    return object
  }

  /// The call that is made, where one operation is several calls; nil for the usual one.
  private func name(ofWaitFor kind: gcdc_descriptor_kind) -> String? {
    switch kind {
    case GCDC_DESCRIPTOR_PAUSE: "pause"
    case GCDC_DESCRIPTOR_SUSPENSION: "sigsuspend"
    default: nil
    }
  }

  /// Whether another process feeds a descriptor: a pipe of which this process has not both ends for itself.
  func isFed(_ descriptor: Int32) -> Bool {
    if engine.pointee.run.phase != .body { return false }
    var inode: UInt64 = 0
    return gcdc_kind_of_descriptor(descriptor, &inode) == GCDC_DESCRIPTOR_PIPE
      && !engine.pointee.descriptors.privateInodes.contains(inode)
  }
}
#endif
