// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
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
struct WatchedSources {
  let engine: Engine

  func watch(_ source: ObjectID, descriptor: Int32, isWriter: Bool) {
    let watched = gcdc_watched(
      descriptor: descriptor, is_writer: isWriter, is_file: false, has_no_size: false, inode: 0, device: 0)
    engine.pointee.descriptors.hasAwaited = true
    engine.pointee.descriptors.watched.append(WatchedDescriptor(source: source, watched: watched))
  }

  /// Raises an event for each watched descriptor of this process that is ready.
  func pollSources() {
    forgetEndedSources()
    for index in engine.pointee.descriptors.watched.indices {
      guard isWanted(index), !engine.pointee.descriptors.watched[index].isOutside else { continue }
      if gcdc_watched_is_ready(&engine.pointee.descriptors.watched[index].watched) { raise(index) }
    }
    pollSignals()
  }

  /// A source that is cancelled or dropped never waits for an event again.
  private func forgetEndedSources() {
    var index = 0
    while index < engine.pointee.descriptors.watched.count {
      if engine.pointee.world.sources.isEnded(engine.pointee.descriptors.watched[index].source) {
        engine.pointee.descriptors.watched.remove(at: index)
      } else {
        index &+= 1
      }
    }
  }

  /// Whether the source of an entry waits for an event; looks at the descriptor when it does so first.
  private func isWanted(_ index: Int) -> Bool {
    let entry = engine.pointee.descriptors.watched[index]
    if entry.isClosed || !engine.pointee.world.sources.wantsEvent(entry.source) { return false }
    if engine.pointee.run.phase != .body, entry.lateEvents >= WatchedSources.mostLateEvents { return false }
    if entry.isKnown { return true }
    var watched = gcdc_watched()
    let isWatchable = gcdc_watch_descriptor(&watched, entry.watched.descriptor, entry.watched.is_writer)
    engine.pointee.descriptors.watched[index].isKnown = true
    engine.pointee.descriptors.watched[index].watched = watched
    let isOutside = DescriptorWaits(engine: engine).isOutside(watched.descriptor)
    engine.pointee.descriptors.watched[index].isOutside = isOutside
    if isOutside {
      engine.pointee.descriptors.externalTimeout = DescriptorWaits(engine: engine).reducedExternalTimeout
    }
    if !isWatchable { engine.pointee.world.endEvents(entry.source) }
    return isWatchable
  }

  private func raise(_ index: Int) {
    if engine.pointee.run.phase != .body { engine.pointee.descriptors.watched[index].lateEvents += 1 }
    engine.pointee.world.raiseEvent(engine.pointee.descriptors.watched[index].source)
  }

  func eventFromOutside(_ source: ObjectID) {
    if let index = engine.pointee.descriptors.watched.firstIndex(where: { $0.source == source }) {
      raise(index)
    }
  }

  /// Puts the sources that code outside could wake among what is awaited from there; true if any.
  func awaitOutsideSources() -> Bool {
    var found = false
    // Also those that have been cancelled since and are not watched any more.
    engine.pointee.descriptors.outside.removeSources()
    for index in engine.pointee.descriptors.watched.indices {
      let source = engine.pointee.descriptors.watched[index].source
      guard isWanted(index), engine.pointee.descriptors.watched[index].isOutside else { continue }
      let watched = engine.pointee.descriptors.watched[index].watched
      engine.pointee.descriptors.outside.append(
        watched.descriptor, watched.is_writer ? Int16(POLLOUT) : Int16(POLLIN),
        AwaitedDescriptors.Owner(task: .none, source: source))
      found = true
    }
    return found
  }

  /// The event of a source is about to arrive: is it still so, and what will the handler read?
  @inline(never)
  func describeEvent(_ task: TaskID) {
    let source = engine.pointee.world.source(of: task)
    guard let index = engine.pointee.descriptors.watched.firstIndex(where: { $0.source == source }) else {
      engine.pointee.world.setEvent(source, data: 1, isReal: true, isLast: false)
      return
    }
    var data: UInt64 = 0
    var isLast = false
    let isReal =
      !engine.pointee.descriptors.watched[index].isClosed
      && gcdc_watched_event(&engine.pointee.descriptors.watched[index].watched, &data, &isLast)
    engine.pointee.world.setEvent(source, data: data, isReal: isReal, isLast: isLast)
  }

  /// The kernel forgets a descriptor that is closed.
  func watchedDescriptorCloses(_ descriptor: Int32) {
    for index in engine.pointee.descriptors.watched.indices
    where engine.pointee.descriptors.watched[index].watched.descriptor == descriptor
      && engine.pointee.world.sources.isInstalled(engine.pointee.descriptors.watched[index].source)
    {
      engine.pointee.descriptors.watched[index].isClosed = true
    }
  }

  // MARK: Signals

  private func pollSignals() {
    if engine.pointee.descriptors.signals.isEmpty { return }
    for index in engine.pointee.descriptors.signals.indices
    where !engine.pointee.descriptors.signals[index].isCaught
      && engine.pointee.world.sources.isInstalled(engine.pointee.descriptors.signals[index].source)
    {
      engine.pointee.descriptors.signals[index].isCaught = true
      gcdc_catch_signal(engine.pointee.descriptors.signals[index].number)
    }
    let arrived = gcdc_collect_signals()
    if arrived == 0 { return }
    engine.pointee.descriptors.sawOutsideEvent = true
    for number in Int32(1)..<64 where arrived & 1 << UInt64(number) != 0 { _ = raiseSignal(number) }
  }

  /// Tells the sources of a signal; true if there are any, active or cancelled: the real library keeps what
  /// it has installed for a signal.
  func raiseSignal(_ number: Int32) -> Bool {
    var isTaken = false
    for signal in engine.pointee.descriptors.signals where signal.number == number {
      if engine.pointee.world.sources.isInstalled(signal.source) { isTaken = true }
      engine.pointee.world.raiseSignal(signal.source)
    }
    return isTaken
  }

  /// A task of the run sends a signal to the process.
  ///
  /// - Returns: False if no installed source takes it: it does then what it does in a program without
  ///   sources.
  func sendSignal(_ number: Int32, _ site: CallSite) -> Bool {
    if let source = engine.pointee.descriptors.signals.first(where: {
      $0.number == number && engine.pointee.world.sources.isActivated($0.source)
    }) {
      // The installation, where it has not been performed yet, may come before the signal or behind it.
      _ = engine.step(Operation(.sendSignal, source.source, other: UInt32(bitPattern: number)), site)
      if raiseSignal(number) { return true }
    }
    gcdc_fault_watch_sent(number)
    return false
  }

  private static let mostLateEvents = 100
}
#endif
