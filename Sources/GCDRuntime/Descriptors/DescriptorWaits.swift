// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// Waits for descriptors: modelled as pending operations that become enabled when the kernel says so.
struct DescriptorWaits {
  let engine: Engine

  /// Until one of them is ready or the time is over; true when one is.
  func waitForDescriptors(
    _ awaited: UnsafePointer<gcdc_awaited>, _ count: Int, _ timeout: UInt64, _ call: OperationKind,
    _ site: CallSite
  ) -> Bool {
    let task = engine.pointee.current
    var object = ObjectID.none
    // Foundation reads descriptors of the program, too; it polls those of its run loops only.
    let isRunLoop = call == .poll && gcdc_is_run_loop_site(site)
    for index in 0..<count where awaited[index].descriptor >= 0 {
      if object == .none { object = descriptor(awaited[index].descriptor, site) }
      watch(
        awaited[index].descriptor, awaited[index].events,
        AwaitedDescriptors.Owner(task: task, source: .none, isRunLoop: isRunLoop))
    }
    let (deadline, overflows) = engine.pointee.world.core.clock.now.addingReportingOverflow(timeout)
    let isLimited = timeout != UInt64.max && !overflows
    let loopLimit = isLimited ? Operation.noDeadline : RunLoops(engine: engine).limit
    let operation = Operation(call, object, argument: isLimited ? deadline : loopLimit)
    let result = engine.step(operation, site)
    engine.pointee.descriptors.inside.remove(task: task)
    engine.pointee.descriptors.outside.remove(task: task)
    if result != 0, loopLimit != Operation.noDeadline {
      RunLoops(engine: engine).wakeTimedOutLoops()
      return true
    }
    return result == 0
  }

  /// Asks for a descriptor from now on, on behalf of a task or a source.
  func watch(
    _ descriptor: Int32, _ events: Int16, _ owner: AwaitedDescriptors.Owner
  ) {
    engine.pointee.descriptors.hasAwaited = true
    let isOwn = owner.isRunLoop && engine.pointee.notes.uncontrolledThreads.isEmpty
    if !isOwn && isOutside(descriptor) {
      engine.pointee.descriptors.outside.append(descriptor, events, owner)
      engine.pointee.descriptors.externalTimeout = reducedExternalTimeout
    } else {
      engine.pointee.descriptors.inside.append(descriptor, events, owner)
    }
  }

  /// The modelled object of a descriptor.
  func descriptor(_ descriptor: Int32, _ site: CallSite) -> ObjectID {
    let address = DescriptorWaits.address(ofDescriptor: descriptor)
    let known = engine.findKnown(address)
    if known != .none { return known }
    let object = engine.pointee.world.makeDescriptor(creator: engine.pointee.current)
    engine.register(address, object, site, pinned: false)
    var inode: UInt64 = 0
    engine.pointee.descriptors.sorts.append(gcdc_kind_of_descriptor(descriptor, &inode))
    return object
  }

  /// Descriptors have no address: a number that no address on these processors has represents one.
  static func address(ofDescriptor descriptor: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: 1 << 62 | UInt(UInt32(bitPattern: descriptor)))!
  }

  func descriptorCloses(_ descriptor: Int32) {
    let address = DescriptorWaits.address(ofDescriptor: descriptor)
    if engine.findKnown(address) != .none { engine.pointee.objects.insert(UInt(bitPattern: address), .none) }
    DescriptorTimers(engine: engine).forgetTimer(descriptor)
    WatchedSources(engine: engine).watchedDescriptorCloses(descriptor)
  }

  /// A poll without a waiting time found nothing: after very many of them in a row the others run, and time
  /// passes.
  func polledOnce() {
    engine.pointee.polling.clockReads &+= 1
    if engine.pointee.polling.clockReads >= VirtualClock.readsBeforeYield { engine.pollingYield() }
  }

  // MARK: Asking the kernel

  /// Ends the waits whose descriptors are ready; called at every step while there are any.
  @inline(never)
  func pollInside() {
    let awaited = engine.pointee.descriptors.inside
    if awaited.count != 0, gcdc_poll_really(awaited.awaited, awaited.count, 0) > 0 {
      tell(readyOwners(awaited))
    }
    if !engine.pointee.descriptors.attempts.isEmpty { tryInside() }
    WatchedSources(engine: engine).pollSources()
  }

  /// Whether a task or a source waits for what another process could do.
  var isSomethingOutsideAwaited: Bool {
    if engine.pointee.descriptors.mayHaveBecomeOutside { sortAwaitedAgain() }
    return WatchedSources(engine: engine).awaitOutsideSources()
      || engine.pointee.descriptors.outside.count != 0
      || engine.pointee.descriptors.attempts.contains { !$0.isInside } || gcdc_is_child_awaited()
  }

  /// Whether anything of it may still come: not where all that could bring it are processes that this one has
  /// started, and these wait for this one.
  var mayComeFromOutside: Bool { isSomethingOutsideAwaited && stuckChild == nil }

  /// The process that keeps what is awaited from outside from ever coming, by waiting for this one; nil where
  /// others may bring it.
  var stuckChild: gcdc_stuck_child? {
    let awaited = engine.pointee.descriptors.outside
    var inode: UInt64 = 0
    for index in 0..<awaited.count {
      let descriptor = awaited.awaited[index].descriptor
      let isOwnPipe = descriptor > 2 && gcdc_kind_of_descriptor(descriptor, &inode) == GCDC_DESCRIPTOR_PIPE
      if !isOwnPipe { return nil }
    }
    let others = engine.pointee.descriptors.attempts.contains {
      !$0.isInside && engine.pointee.world.pendingOperation(of: $0.task).kind != .waitForProcess
    }
    if others { return nil }
    var child = gcdc_stuck_child()
    return gcdc_find_stuck_child(&child) ? child : nil
  }

  /// A child may have got the other end of what is awaited, or a set a member of another process's.
  private func sortAwaitedAgain() {
    engine.pointee.descriptors.mayHaveBecomeOutside = false
    for index in engine.pointee.descriptors.watched.indices {
      let watched = engine.pointee.descriptors.watched[index]
      if watched.isClosed || !watched.isKnown || watched.isOutside { continue }
      engine.pointee.descriptors.watched[index].isOutside = isOutside(watched.watched.descriptor)
    }
    let awaited = engine.pointee.descriptors.inside
    if awaited.count == 0 { return }
    let entries = (0..<awaited.count).map { (awaited.awaited[$0], awaited.owners[$0]) }
    engine.pointee.descriptors.inside.removeAll()
    for (entry, owner) in entries { watch(entry.descriptor, entry.events, owner) }
  }

  /// Whether an event from outside the process has come; waits for one in real time, with the virtual clock
  /// at rest, as long as the timeout of the run lasts.
  @inline(never)
  func eventCameFromOutside() -> Bool {
    var slice = DescriptorWaits.firstSlice
    while true {
      let isLast = engine.pointee.descriptors.externalTimeout <= slice
      if let task = answered(waited: isLast ? DescriptorWaits.longestSlice : slice) { return takeAll(task) }
      let awaited = engine.pointee.descriptors.outside
      // What a process has written comes before its end, which may be seen at the same moment.
      let asksForEnd = isLast || slice == DescriptorWaits.longestSlice || awaited.count == 0
      if asksForEnd, gcdc_has_child_report() { return takeAll() }
      let externalTimeout = engine.pointee.descriptors.externalTimeout
      let milliseconds = Int32(truncatingIfNeeded: min(externalTimeout, slice) / 1_000_000)
      if gcdc_poll_really(awaited.awaited, awaited.count, milliseconds) > 0 {
        return takeAll()
      }
      if externalTimeout <= slice {
        if externalTimeout > 0 {
          engine.pointee.exploration.timedOutWaits += 1
          engine.pointee.descriptors.unansweredWaits += 1
        }
        engine.pointee.descriptors.externalTimeout = 0
        if !mayStillHearOfChild() { return false }
        continue
      }
      engine.pointee.descriptors.externalTimeout = externalTimeout - slice
      slice = min(slice * 2, DescriptorWaits.longestSlice)
      engine.pointee.activity &+= 1  // the watchdog sees that this is no hang
    }
  }

  /// Something has come from outside: data, and an end of a process or of a call, that are there by then are
  /// taken together, and which of them has an effect first is a choice. The processes that this one has
  /// started do first what they do without waiting, so that neither what is there nor its order depends on
  /// how fast they are. One end at a time: another process may be waiting for that.
  ///
  /// - Parameter task: that whose call is over already.
  /// - Returns: true.
  private func takeAll(_ task: TaskID? = nil) -> Bool {
    noteOutsideEvent()
    _ = gcdc_family_has_come_to_rest(DescriptorWaits.longestTurn)
    let ended = task ?? answered(waited: DescriptorWaits.longestSlice)
    let awaited = engine.pointee.descriptors.outside
    if awaited.count != 0, gcdc_poll_really(awaited.awaited, awaited.count, 0) > 0 {
      tell(readyOwners(awaited))
    }
    if let ended {
      attemptSucceeded(ended)
    } else {
      gcdc_await_child_report()
      _ = childHasEnded()
    }
    return true
  }

  /// Real milliseconds that processes may compute after their data have come.
  private static let longestTurn: Int32 = 300

  /// Nothing is left to do but to wait, and a process that the run has made still lives: it may take its
  /// time. Once in a run; whatever comes of it may come otherwise the next time.
  private func mayStillHearOfChild() -> Bool {
    guard engine.pointee.exploration.host == .mainThread, !engine.pointee.descriptors.hasWaitedForChildren,
      engine.pointee.world.nextDeadline >= engine.pointee.world.core.clock.now &+ IdleRule.longest,
      gcdc_has_living_child(), stuckChild == nil
    else { return false }
    engine.pointee.descriptors.hasWaitedForChildren = true
    engine.pointee.descriptors.sawOutsideEvent = true
    engine.pointee.descriptors.externalTimeout = DescriptorWaits.childTimeout
    return true
  }

  /// Real nanoseconds, besides those that each run has.
  private static let childTimeout: UInt64 = 8_000_000_000

  func noteOutsideEvent() {
    engine.pointee.exploration.timedOutWaits = 0
    engine.pointee.descriptors.unansweredWaits = 0
    engine.pointee.descriptors.externalTimeout = reducedExternalTimeout
    engine.pointee.descriptors.sawOutsideEvent = true
  }

  /// Real nanoseconds between two questions: what only an attempt can tell is asked soon at first.
  private static let firstSlice: UInt64 = 1_000_000
  static let longestSlice: UInt64 = 32_000_000

  /// Takes what has come from outside by now, in a run that has not come to rest for long.
  func pollOutside() {
    if let task = answered(waited: DescriptorWaits.longestSlice) {
      noteOutsideEvent()
      return attemptSucceeded(task)
    }
    let awaited = engine.pointee.descriptors.outside
    if gcdc_poll_really(awaited.awaited, awaited.count, 0) > 0 {
      engine.pointee.descriptors.sawOutsideEvent = true
      tell(readyOwners(awaited))
    }
  }

  private func readyOwners(_ awaited: AwaitedDescriptors) -> [AwaitedDescriptors.Owner] {
    (0..<awaited.count).filter { awaited.awaited[$0].found != 0 }.map { awaited.owners[$0] }
  }

  private func tell(_ ready: [AwaitedDescriptors.Owner]) {
    for owner in ready {
      if owner.task == .none {
        WatchedSources(engine: engine).eventFromOutside(owner.source)
        continue
      }
      engine.pointee.descriptors.inside.remove(task: owner.task)
      engine.pointee.descriptors.outside.remove(task: owner.task)
      engine.pointee.world.descriptorReady(owner.task)
    }
  }

  // MARK: Inside and outside

  /// Whether code outside the run could make a descriptor ready.
  func isOutside(_ descriptor: Int32) -> Bool {
    var inode: UInt64 = 0
    switch gcdc_kind_of_descriptor(descriptor, &inode) {
    case GCDC_DESCRIPTOR_PIPE, GCDC_DESCRIPTOR_SOCKET:
      if engine.pointee.descriptors.privateInodes.contains(inode) { return false }
      // Once another process has been started it may hold the other end as well.
      if engine.pointee.descriptors.areShared || !gcdc_peer_is_here(descriptor) { return true }
      engine.pointee.descriptors.privateInodes.insert(inode)
      return false
    case GCDC_DESCRIPTOR_EVENT:
      // Nothing but a thread of this process can have it, unless a child inherited it on purpose.
      return engine.pointee.descriptors.hasRing || !engine.pointee.notes.uncontrolledThreads.isEmpty
    case GCDC_DESCRIPTOR_EPOLL:
      return isAnyMemberOutside(descriptor)
    case GCDC_DESCRIPTOR_TIMER, GCDC_DESCRIPTOR_FILE, GCDC_DESCRIPTOR_BAD: return false
    default: return true
    }
  }

  private func isAnyMemberOutside(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: DescriptorWaits.mostMembers) { members in
      let count = gcdc_epoll_members(descriptor, members.baseAddress!, DescriptorWaits.mostMembers)
      if count > DescriptorWaits.mostMembers { return true }
      return members.prefix(count).contains { $0 != descriptor && isOutside($0) }
    }
  }

  private static let mostMembers = 256
  /// Real nanoseconds that a run waits for an event from outside before virtual time continues; once that was
  /// for nothing, a tenth. A peer that has sent nothing for so long is taken to answer only what it is sent:
  /// in one run, each wait after one that timed out is an eighth of it.
  var reducedExternalTimeout: UInt64 {
    let vain = engine.pointee.exploration.timedOutWaits
    let whole = vain == 0 ? DescriptorWaits.longestPatience : DescriptorWaits.longestPatience / 10
    return whole >> UInt64(min(3 * engine.pointee.descriptors.unansweredWaits, 63))
  }

  /// Something is sent, or another process started: an answer may come.
  func speaksToOutside() { engine.pointee.descriptors.unansweredWaits = 0 }

  /// `GCDCHECK_OUTSIDE` in seconds.
  private static let longestPatience = RealSeconds(.outside)?.nanoseconds ?? 2_000_000_000
}
#endif
