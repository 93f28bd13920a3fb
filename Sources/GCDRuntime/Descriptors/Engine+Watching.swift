// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// A descriptor that a source watches.
struct WatchedDescriptor {
  var source: ObjectID
  var watched: gcdc_watched
  /// It has been looked at: whether it can be watched, and whether code outside can make it ready.
  var isKnown = false
  var isOutside = false
  var isClosed = false
  /// Events since the body returned: one that never ends must not keep the run alive.
  var lateEvents = 0
}

/// A signal that a source watches.
struct WatchedSignal {
  var source: ObjectID
  var number: Int32
  /// A handler of ours is there for what comes from outside.
  var isCaught = false
}

/// Sources on descriptors and signals: the kernel is asked, the model is notified.
extension Engine {
  func watch(_ source: ObjectID, descriptor: Int32, isWriter: Bool) {
    let watched = gcdc_watched(
      descriptor: descriptor, is_writer: isWriter, is_file: false, has_no_size: false, inode: 0, device: 0)
    state.pointee.descriptors.hasAwaited = true
    state.pointee.descriptors.watched.append(WatchedDescriptor(source: source, watched: watched))
  }

  /// Raises an event for each watched descriptor of this process that is ready.
  func pollSources() {
    forgetEndedSources()
    for index in state.pointee.descriptors.watched.indices {
      guard isWanted(index), !state.pointee.descriptors.watched[index].isOutside else { continue }
      if gcdc_watched_is_ready(&state.pointee.descriptors.watched[index].watched) { raise(index) }
    }
    pollSignals()
  }

  /// A source that is cancelled or dropped never waits for an event again.
  private func forgetEndedSources() {
    var index = 0
    while index < state.pointee.descriptors.watched.count {
      if state.pointee.world.sources.isEnded(state.pointee.descriptors.watched[index].source) {
        state.pointee.descriptors.watched.remove(at: index)
      } else {
        index &+= 1
      }
    }
  }

  /// Whether the source of an entry waits for an event; looks at the descriptor when it does so first.
  private func isWanted(_ index: Int) -> Bool {
    let entry = state.pointee.descriptors.watched[index]
    if entry.isClosed || !state.pointee.world.sources.wantsEvent(entry.source) { return false }
    if state.pointee.phase != .body, entry.lateEvents >= Engine.mostLateEvents { return false }
    if entry.isKnown { return true }
    var watched = gcdc_watched()
    let isWatchable = gcdc_watch_descriptor(&watched, entry.watched.descriptor, entry.watched.is_writer)
    state.pointee.descriptors.watched[index].isKnown = true
    state.pointee.descriptors.watched[index].watched = watched
    let isOutside = self.isOutside(watched.descriptor)
    state.pointee.descriptors.watched[index].isOutside = isOutside
    if isOutside { state.pointee.descriptors.externalTimeout = reducedExternalTimeout }
    if !isWatchable { state.pointee.world.endEvents(entry.source) }
    return isWatchable
  }

  private func raise(_ index: Int) {
    if state.pointee.phase != .body { state.pointee.descriptors.watched[index].lateEvents += 1 }
    state.pointee.world.raiseEvent(state.pointee.descriptors.watched[index].source)
  }

  func eventFromOutside(_ source: ObjectID) {
    if let index = state.pointee.descriptors.watched.firstIndex(where: { $0.source == source }) {
      raise(index)
    }
  }

  /// Puts the sources that code outside could wake among what is awaited from there; true if any.
  func awaitOutsideSources() -> Bool {
    var found = false
    // Also those that have been cancelled since and are not watched any more.
    state.pointee.descriptors.outside.removeSources()
    for index in state.pointee.descriptors.watched.indices {
      let source = state.pointee.descriptors.watched[index].source
      guard isWanted(index), state.pointee.descriptors.watched[index].isOutside else { continue }
      let watched = state.pointee.descriptors.watched[index].watched
      state.pointee.descriptors.outside.append(
        watched.descriptor, watched.is_writer ? Int16(POLLOUT) : Int16(POLLIN),
        AwaitedDescriptors.Owner(task: .none, source: source))
      found = true
    }
    return found
  }

  /// The event of a source is about to arrive: is it still so, and what will the handler read?
  @inline(never)
  func describeEvent(_ task: TaskID) {
    let source = state.pointee.world.source(of: task)
    guard let index = state.pointee.descriptors.watched.firstIndex(where: { $0.source == source }) else {
      state.pointee.world.setEvent(source, data: 1, isReal: true, isLast: false)
      return
    }
    var data: UInt64 = 0
    var isLast = false
    let isReal =
      !state.pointee.descriptors.watched[index].isClosed
      && gcdc_watched_event(&state.pointee.descriptors.watched[index].watched, &data, &isLast)
    state.pointee.world.setEvent(source, data: data, isReal: isReal, isLast: isLast)
  }

  /// The kernel forgets a descriptor that is closed.
  func watchedDescriptorCloses(_ descriptor: Int32) {
    for index in state.pointee.descriptors.watched.indices
    where state.pointee.descriptors.watched[index].watched.descriptor == descriptor
      && state.pointee.world.sources.isInstalled(state.pointee.descriptors.watched[index].source)
    {
      state.pointee.descriptors.watched[index].isClosed = true
    }
  }

  // MARK: Signals

  private func pollSignals() {
    if state.pointee.descriptors.signals.isEmpty { return }
    for index in state.pointee.descriptors.signals.indices
    where !state.pointee.descriptors.signals[index].isCaught
      && state.pointee.world.sources.isInstalled(state.pointee.descriptors.signals[index].source)
    {
      state.pointee.descriptors.signals[index].isCaught = true
      gcdc_catch_signal(state.pointee.descriptors.signals[index].number)
    }
    let arrived = gcdc_collect_signals()
    if arrived == 0 { return }
    state.pointee.descriptors.sawOutsideEvent = true
    for number in Int32(1)..<64 where arrived & 1 << UInt64(number) != 0 { _ = raiseSignal(number) }
  }

  /// Tells the sources of a signal; true if there are any, active or cancelled: the real library keeps what
  /// it has installed for a signal.
  func raiseSignal(_ number: Int32) -> Bool {
    var isTaken = false
    for signal in state.pointee.descriptors.signals where signal.number == number {
      if !state.pointee.world.sources.isInstalled(signal.source) { continue }
      isTaken = true
      state.pointee.world.raiseSignal(signal.source)
    }
    return isTaken
  }

  /// A task of the run sends a signal to the process.
  func sendSignal(_ number: Int32, _ site: CallSite) -> Bool {
    guard
      let source = state.pointee.descriptors.signals.first(where: {
        $0.number == number && state.pointee.world.sources.isInstalled($0.source)
      })
    else { return false }
    _ = step(Operation(.sendSignal, source.source, other: UInt32(bitPattern: number)), site)
    return raiseSignal(number)
  }

  private static let mostLateEvents = 100
}
#endif
