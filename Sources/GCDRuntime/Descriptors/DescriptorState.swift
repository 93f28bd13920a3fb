// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// What the engine knows of descriptors in one run.
struct DescriptorState {
  /// Awaited descriptors that only this process can make ready: the kernel is asked at every step.
  var inside = AwaitedDescriptors()
  /// Those that another task may make ready: asked when nothing else can run, so that when an event comes
  /// depends on as little as can be.
  var outside = AwaitedDescriptors()
  /// Inodes of pipes and socket pairs that were made in this run and that no other process has.
  var privateInodes: Set<UInt64> = []
  /// The run has started another process, which has inherited what was open.
  var areShared = false
  /// By `ObjectID.index`: what the descriptor is.
  var sorts: [gcdc_descriptor_kind] = []
  /// Those of which it is known where they were made; of others it is only known where they were first used.
  var made: Set<ObjectID> = []
  /// Of those that were made in pairs, the other one.
  var otherEnds: [ObjectID: ObjectID] = [:]
  /// Processes that the program has made in this run.
  var processes = 0
  var timers: [Int32: TimerDescriptor] = [:]
  var alarm: TimerDescriptor?
  /// Calls that are made again until they are over, in the order in which they came.
  var attempts: [Attempt] = []
  /// Which of several processes the call was given that was answered last, 0 = the oldest.
  var chosenEnd = 0
  var watched: [WatchedDescriptor] = []
  var signals: [WatchedSignal] = []
  /// An event from outside the process has had a part in this run: its seed alone does not determine it.
  var sawOutsideEvent = false
  /// Real nanoseconds for which this run still waits for events from outside.
  var externalTimeout: UInt64 = 0

  /// Whether the kernel has to be asked at every step.
  var needsPoll: Bool {
    hasAwaited && isAwaited
  }

  /// The kernel does input and output for the program, and may tell of it by any descriptor.
  var hasRing = false
  /// The run has waited longer because a process that it has made still lives.
  var hasWaitedForChildren = false
  /// Since a wait began that only this process seemed to be able to end, that may have changed.
  var mayHaveBecomeOutside = false

  /// Something was awaited, or watched by a source, in this run.
  var hasAwaited = false

  private var isAwaited: Bool {
    inside.count != 0 || outside.count != 0 || !watched.isEmpty || !signals.isEmpty
      || !attempts.isEmpty
  }

  /// Runs of this exploration in which the whole timeout was spent for nothing: later ones have little.
  var timedOutWaits = 0

  /// How often this run has waited for nothing since something came from outside, or was sent there.
  var unansweredWaits = 0

  mutating func reset() {
    hasAwaited = false
    unansweredWaits = 0
    inside.removeAll()
    outside.removeAll()
    if !privateInodes.isEmpty { privateInodes.removeAll() }
    areShared = false
    mayHaveBecomeOutside = false
    hasWaitedForChildren = false
    hasRing = false
    if !sorts.isEmpty { sorts.removeAll(keepingCapacity: true) }
    if !made.isEmpty { made.removeAll() }
    if !otherEnds.isEmpty { otherEnds.removeAll() }
    processes = 0
    if !timers.isEmpty { timers.removeAll() }
    if !watched.isEmpty { watched.removeAll(keepingCapacity: true) }
    if !signals.isEmpty { signals.removeAll(keepingCapacity: true) }
    if !attempts.isEmpty { attempts.removeAll(keepingCapacity: true) }
    alarm = nil
    sawOutsideEvent = false
    externalTimeout = 0
  }
}
#endif
