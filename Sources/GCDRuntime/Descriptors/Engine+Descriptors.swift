// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// Waits for descriptors: modelled as pending operations that become enabled when the kernel says so.
extension Engine {
  /// Until one of them is ready or the time is over; true when one is.
  func waitForDescriptors(
    _ awaited: UnsafePointer<gcdc_awaited>, _ count: Int, _ timeout: UInt64, _ call: OperationKind,
    _ site: CallSite
  ) -> Bool {
    let task = state.pointee.current
    var object = ObjectID.none
    // Foundation reads descriptors of the program, too; it polls those of its run loops only.
    let isRunLoop = call == .poll && gcdc_is_run_loop_site(site)
    for index in 0..<count where awaited[index].descriptor >= 0 {
      if object == .none { object = descriptor(awaited[index].descriptor, site) }
      watch(
        awaited[index].descriptor, awaited[index].events,
        AwaitedDescriptors.Owner(task: task, source: .none, isRunLoop: isRunLoop))
    }
    let (deadline, overflows) = state.pointee.world.core.clock.now.addingReportingOverflow(timeout)
    let isLimited = timeout != UInt64.max && !overflows
    let loopLimit = isLimited ? Operation.noDeadline : runLoopLimit
    let operation = Operation(call, object, argument: isLimited ? deadline : loopLimit)
    let result = step(operation, site)
    state.pointee.descriptors.inside.remove(task: task)
    state.pointee.descriptors.outside.remove(task: task)
    if result != 0, loopLimit != Operation.noDeadline {
      wakeTimedOutLoops()
      return true
    }
    return result == 0
  }

  /// Asks for a descriptor from now on, on behalf of a task or a source.
  func watch(
    _ descriptor: Int32, _ events: Int16, _ owner: AwaitedDescriptors.Owner
  ) {
    state.pointee.descriptors.hasAwaited = true
    let isOwn = owner.isRunLoop && state.pointee.uncontrolledThreads.isEmpty
    if !isOwn && isOutside(descriptor) {
      state.pointee.descriptors.outside.append(descriptor, events, owner)
      state.pointee.descriptors.externalTimeout = reducedExternalTimeout
    } else {
      state.pointee.descriptors.inside.append(descriptor, events, owner)
    }
  }

  /// The modelled object of a descriptor.
  func descriptor(_ descriptor: Int32, _ site: CallSite) -> ObjectID {
    let address = Engine.address(ofDescriptor: descriptor)
    let known = findKnown(address)
    if known != .none { return known }
    let object = state.pointee.world.makeDescriptor(creator: state.pointee.current)
    register(address, object, site, pinned: false)
    var inode: UInt64 = 0
    state.pointee.descriptors.sorts.append(gcdc_kind_of_descriptor(descriptor, &inode))
    return object
  }

  /// Descriptors have no address: a number that no address on these processors has represents one.
  static func address(ofDescriptor descriptor: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: 1 << 62 | UInt(UInt32(bitPattern: descriptor)))!
  }

  func descriptorCloses(_ descriptor: Int32) {
    let address = Engine.address(ofDescriptor: descriptor)
    if findKnown(address) != .none { state.pointee.objects.insert(UInt(bitPattern: address), .none) }
    forgetTimer(descriptor)
    watchedDescriptorCloses(descriptor)
  }

  /// A poll without a waiting time found nothing: after very many of them in a row the others run, and time
  /// passes.
  func polledOnce() {
    state.pointee.clockReads &+= 1
    if state.pointee.clockReads >= VirtualClock.readsBeforeYield { pollingYield() }
  }

  // MARK: Asking the kernel

  /// Ends the waits whose descriptors are ready; called at every step while there are any.
  @inline(never)
  func pollInside() {
    let awaited = state.pointee.descriptors.inside
    if awaited.count != 0, gcdc_poll_really(awaited.awaited, awaited.count, 0) > 0 {
      tell(readyOwners(awaited))
    }
    if !state.pointee.descriptors.attempts.isEmpty { tryInside() }
    pollSources()
  }

  /// Whether a task or a source waits for what another process could do.
  var isSomethingOutsideAwaited: Bool {
    if state.pointee.descriptors.mayHaveBecomeOutside { sortAwaitedAgain() }
    return awaitOutsideSources() || state.pointee.descriptors.outside.count != 0
      || state.pointee.descriptors.attempts.contains { !$0.isInside } || gcdc_is_child_awaited()
  }

  /// A child may have got the other end of what is awaited, or a set a member of another process's.
  private func sortAwaitedAgain() {
    state.pointee.descriptors.mayHaveBecomeOutside = false
    for index in state.pointee.descriptors.watched.indices {
      let watched = state.pointee.descriptors.watched[index]
      if watched.isClosed || !watched.isKnown || watched.isOutside { continue }
      state.pointee.descriptors.watched[index].isOutside = isOutside(watched.watched.descriptor)
    }
    let awaited = state.pointee.descriptors.inside
    if awaited.count == 0 { return }
    let entries = (0..<awaited.count).map { (awaited.awaited[$0], awaited.owners[$0]) }
    state.pointee.descriptors.inside.removeAll()
    for (entry, owner) in entries { watch(entry.descriptor, entry.events, owner) }
  }

  /// Whether an event from outside the process has come; waits for one in real time, with the virtual clock
  /// at rest, as long as the timeout of the run lasts.
  @inline(never)
  func eventCameFromOutside() -> Bool {
    var slice = Engine.firstSlice
    while true {
      let isLast = state.pointee.descriptors.externalTimeout <= slice
      if tryInOrder(waited: isLast ? Engine.longestSlice : slice) { return true }
      let awaited = state.pointee.descriptors.outside
      // What a process has written comes before its end, which may be seen at the same moment.
      let asksForEnd = isLast || slice == Engine.longestSlice || awaited.count == 0
      if asksForEnd, childHasEnded() { return true }
      let externalTimeout = state.pointee.descriptors.externalTimeout
      let milliseconds = Int32(truncatingIfNeeded: min(externalTimeout, slice) / 1_000_000)
      if gcdc_poll_really(awaited.awaited, awaited.count, milliseconds) > 0 {
        noteOutsideEvent()
        tell(readyOwners(awaited))
        return true
      }
      if externalTimeout <= slice {
        if externalTimeout > 0 {
          state.pointee.descriptors.timedOutWaits += 1
          state.pointee.descriptors.unansweredWaits += 1
        }
        state.pointee.descriptors.externalTimeout = 0
        if !mayStillHearOfChild() { return false }
        continue
      }
      state.pointee.descriptors.externalTimeout = externalTimeout - slice
      slice = min(slice * 2, Engine.longestSlice)
      state.pointee.progress &+= 1  // the watchdog sees that this is no hang
    }
  }

  /// Nothing is left to do but to wait, and a process that the run has made still lives: it may take its
  /// time. Once in a run; whatever comes of it may come otherwise the next time.
  private func mayStillHearOfChild() -> Bool {
    guard state.pointee.host == .mainThread, !state.pointee.descriptors.hasWaitedForChildren,
      state.pointee.world.nextDeadline >= state.pointee.world.core.clock.now &+ IdleRule.longest,
      gcdc_has_living_child()
    else { return false }
    state.pointee.descriptors.hasWaitedForChildren = true
    state.pointee.descriptors.sawOutsideEvent = true
    state.pointee.descriptors.externalTimeout = Engine.childTimeout
    return true
  }

  /// Real nanoseconds, besides those that each run has.
  private static let childTimeout: UInt64 = 8_000_000_000

  func noteOutsideEvent() {
    state.pointee.descriptors.timedOutWaits = 0
    state.pointee.descriptors.unansweredWaits = 0
    state.pointee.descriptors.externalTimeout = reducedExternalTimeout
    state.pointee.descriptors.sawOutsideEvent = true
  }

  /// Real nanoseconds between two questions: what only an attempt can tell is asked soon at first.
  private static let firstSlice: UInt64 = 1_000_000
  static let longestSlice: UInt64 = 32_000_000

  /// Takes what has come from outside by now, in a run that has not come to rest for long.
  func pollOutside() {
    if tryInOrder(waited: Engine.longestSlice) { return }
    let awaited = state.pointee.descriptors.outside
    if gcdc_poll_really(awaited.awaited, awaited.count, 0) > 0 {
      state.pointee.descriptors.sawOutsideEvent = true
      tell(readyOwners(awaited))
    }
  }

  private func readyOwners(_ awaited: AwaitedDescriptors) -> [AwaitedDescriptors.Owner] {
    (0..<awaited.count).filter { awaited.awaited[$0].found != 0 }.map { awaited.owners[$0] }
  }

  private func tell(_ ready: [AwaitedDescriptors.Owner]) {
    for owner in ready {
      if owner.task == .none {
        eventFromOutside(owner.source)
        continue
      }
      state.pointee.descriptors.inside.remove(task: owner.task)
      state.pointee.descriptors.outside.remove(task: owner.task)
      state.pointee.world.descriptorReady(owner.task)
    }
  }

  // MARK: Inside and outside

  /// Whether code outside the run could make a descriptor ready.
  func isOutside(_ descriptor: Int32) -> Bool {
    var inode: UInt64 = 0
    switch gcdc_kind_of_descriptor(descriptor, &inode) {
    case GCDC_DESCRIPTOR_PIPE, GCDC_DESCRIPTOR_SOCKET:
      if state.pointee.descriptors.privateInodes.contains(inode) { return false }
      // Once another process has been started it may hold the other end as well.
      if state.pointee.descriptors.areShared || !gcdc_peer_is_here(descriptor) { return true }
      state.pointee.descriptors.privateInodes.insert(inode)
      return false
    case GCDC_DESCRIPTOR_EVENT:
      // Nothing but a thread of this process can have it, unless a child inherited it on purpose.
      return state.pointee.descriptors.hasRing || !state.pointee.uncontrolledThreads.isEmpty
    case GCDC_DESCRIPTOR_EPOLL:
      return isAnyMemberOutside(descriptor)
    case GCDC_DESCRIPTOR_TIMER, GCDC_DESCRIPTOR_FILE, GCDC_DESCRIPTOR_BAD: return false
    default: return true
    }
  }

  private func isAnyMemberOutside(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Engine.mostMembers) { members in
      let count = gcdc_epoll_members(descriptor, members.baseAddress!, Engine.mostMembers)
      if count > Engine.mostMembers { return true }
      return members.prefix(count).contains { $0 != descriptor && isOutside($0) }
    }
  }

  private static let mostMembers = 256
  /// Real nanoseconds that a run waits for an event from outside before virtual time continues; once that was
  /// for nothing, a tenth. A peer that has sent nothing for so long is taken to answer only what it is sent:
  /// in one run, each wait after one that timed out is an eighth of it.
  var reducedExternalTimeout: UInt64 {
    let vain = state.pointee.descriptors.timedOutWaits
    let whole = vain == 0 ? Engine.longestPatience : Engine.longestPatience / 10
    return whole >> UInt64(min(3 * state.pointee.descriptors.unansweredWaits, 63))
  }

  /// Something is sent, or another process started: an answer may come.
  func speaksToOutside() { state.pointee.descriptors.unansweredWaits = 0 }

  /// `GCDCHECK_OUTSIDE` in seconds.
  private static let longestPatience = RealSeconds(.outside)?.nanoseconds ?? 2_000_000_000
}
#endif
