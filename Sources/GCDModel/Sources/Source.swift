// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Sources of every type (Libdispatch.md 2.8, 2.9): a source is a serial lane of its own that targets its
/// queue.
extension World {
  /// Makes a timer source, inactive (Libdispatch.md 2.4 "Sources are created inactive").
  public mutating func makeTimerSource(target: ObjectID, creator: TaskID) -> ObjectID {
    makeSource(.timer, target, creator)
  }

  /// Makes a data source, inactive.
  public mutating func makeDataSource(kind: SourceKind, target: ObjectID, creator: TaskID) -> ObjectID {
    makeSource(kind, target, creator)
  }

  /// Makes a source that watches a descriptor or a signal, inactive; the owner of the world tells its events.
  public mutating func makeWatchingSource(kind: SourceKind, target: ObjectID, creator: TaskID) -> ObjectID {
    makeSource(kind, target, creator)
  }

  /// Says whether a source has a handler of a kind: `eventHandler`, `cancelHandler` or `registrationHandler`.
  ///
  /// Returns what libdispatch would end the process for.
  public mutating func setHandler(_ source: ObjectID, _ kind: TaskKind, isPresent: Bool) -> Misuse {
    let index = source.index
    if sources[index].isStrict && sources[index].isInstalled { return .handlerAfterActivation }
    switch kind {
    case .cancelHandler: sources[index].hasCancelHandler = isPresent
    case .registrationHandler:
      sources[index].hasRegistrationHandler = isPresent
      if sources[index].isInstalled && !sources[index].isCancelled && isPresent { register(index) }
    default:
      sources[index].hasEventHandler = isPresent
      if !sources[index].isInstalled || sources[index].isCancelled { break }
      if sources[index].kind == .timer { armTimer(index) } else { raiseData(index) }
    }
    refreshClock()
    return .none
  }

  /// The source gets a mandatory cancel handler: it is strict from now on.
  public mutating func makeStrict(_ source: ObjectID) {
    sources[source.index].isStrict = true
    lanes[sources[source.index].lane].isMutable = false
  }

  /// What `dispatch_source_get_data` answers: the value latched last; 0 after the cancel handler has run.
  public mutating func getData(_ source: ObjectID) -> UInt64 { sources[source.index].data }

  /// What a source watches.
  public mutating func kind(ofSource source: ObjectID) -> SourceKind { sources[source.index].kind }

  /// Whether no event handler runs or will run: its block can be given back.
  public mutating func needsNoHandler(_ source: ObjectID) -> Bool {
    let state = sources + source.index
    return state.pointee.isCancelled && state.pointee.eventTask < 0
  }

  /// Whether the source has been cancelled.
  public mutating func testCancel(_ source: ObjectID) -> Bool { sources[source.index].isCancelled }

  /// Whether a source still has something to do: it is active, not cancelled and, for a timer, armed or
  /// handling. The only shot of a timer, once it is handled, leaves nothing to do but the cancel handler.
  public mutating func isSourceLive(_ source: ObjectID) -> Bool {
    let state = sources[source.index]
    return state.isInstalled && !state.isCancelled && !state.isReleased
      && (state.kind != .timer || state.armedTask >= 0
        || (state.eventTask >= 0 && (state.next != UInt64.max || state.hasCancelHandler)))
  }

  /// The last reference is gone without a cancel: the source stops in silence, its cancel handler never runs
  /// (Libdispatch.md 2.9 "Release without cancel").
  public mutating func releaseSource(_ source: ObjectID) {
    let index = source.index
    if sources[index].isCancelled { return }
    sources[index].isReleased = true
    dropEvents(index)
    refreshClock()
  }

  /// Cancels: no event handler starts afterwards; the cancel handler runs once, on the target queue, not
  /// before the source is activated and resumed (Libdispatch.md 2.9 "cancel").
  mutating func cancel(_ task: Int, _ object: ObjectID) -> Outcome {
    let index = object.index
    if !object.isSource || sources[index].isCancelled || sources[index].isReleased {
      return done(task)
    }
    sources[index].isCancelled = true
    dropEvents(index)
    if sources[index].isInstalled { finishCancel(index) }
    return done(task)
  }

  /// What the last external release of a source ends the process for (Libdispatch.md 3).
  mutating func releaseCheck(ofSource index: Int) -> Misuse {
    let isOwed = sources[index].isStrict && !sources[index].isCancelled && sources[index].hasCancelHandler
    return isOwed ? .releaseOfSourceWithMandatoryCancelHandler : .none
  }

  /// First activation: what was set up before takes effect.
  mutating func install(_ index: Int) {
    if sources[index].isInstalled || sources[index].isReleased { return }
    sources[index].isInstalled = true
    if sources[index].isCancelled {
      finishCancel(index)
      return
    }
    if sources[index].hasRegistrationHandler { register(index) }
    if sources[index].kind == .timer { armTimer(index) } else { raiseData(index) }
  }

  /// The registration handler runs once.
  private mutating func register(_ index: Int) {
    sources[index].hasRegistrationHandler = false
    submit(makeHandler(index, .registrationHandler))
  }

  /// Makes the next handler task of a source.
  mutating func makeHandler(_ index: Int, _ kind: TaskKind) -> Int {
    let task = appendTask(kind: kind, creator: .clock)
    sources[index].handlerCount &+= 1
    tasks[task].stableID = fold(
      fold(sources[index].stableID, UInt64(kind.rawValue)), sources[index].handlerCount)
    tasks[task].lane = sources[index].lane
    lanes[sources[index].lane].references += 1
    tasks[task].source = index
    return task
  }

  /// A handler begins: the data that it sees is fixed now.
  mutating func latch(_ task: Int) {
    let index = tasks[task].source
    // The cancel handler already reads 0.
    if tasks[task].kind == .cancelHandler { sources[index].data = 0 }
    if tasks[task].kind != .eventHandler { return }
    switch sources[index].kind {
    case .timer: latchTimer(index)
    case .add, .or, .replace:
      sources[index].data = sources[index].pendingData
      sources[index].pendingData = 0
    case .read, .write, .signal: sources[index].data = sources[index].eventData
    }
  }

  /// A handler has returned: a timer is armed again, values merged meanwhile raise the next event.
  mutating func handlerEnded(_ task: Int) {
    let index = tasks[task].source
    switch tasks[task].kind {
    case .eventHandler:
      sources[index].eventTask = -1
      wakeCancelWaiters(index)
      if sources[index].isCancelled || sources[index].isReleased {
        if !sources[index].hasCancelHandler { sources[index].data = 0 }
        return
      }
      if sources[index].kind == .timer { armTimer(index) } else { raiseData(index) }
      if sources[index].hasSignal { raiseEvent(index) }
    default:
      break
    }
  }

  private mutating func finishCancel(_ index: Int) {
    if !sources[index].hasCancelHandler && sources[index].eventTask < 0 { sources[index].data = 0 }
    if sources[index].hasCancelHandler { submit(makeHandler(index, .cancelHandler)) }
  }

  /// Withdraws every event handler that has not begun.
  mutating func dropEvents(_ index: Int) {
    disarmTimer(index)
    sources[index].pendingData = 0
    sources[index].hasSignal = false
    var task = lanes[sources[index].lane].waiting.head
    while task >= 0 {
      let next = tasks[task].listNext
      if tasks[task].kind != .cancelHandler { withdraw(task) }
      task = next
    }
    refreshLane(sources[index].lane)
  }

  /// Takes an item that has not begun out of its lane.
  mutating func withdraw(_ item: Int) {
    makeUnstartable(item)
    leaveLane(item)
    if sources[tasks[item].source].eventTask == item { sources[tasks[item].source].eventTask = -1 }
    endUnstarted(item)
  }

  private mutating func makeSource(_ kind: SourceKind, _ target: ObjectID, _ creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .source, creator: creator)
    let index = sourceCount
    if index == sourceCapacity {
      moveTable(&sources, used: index, to: sourceCapacity * 2)
      sourceCapacity *= 2
    }
    sourceCount = index + 1
    let object = ObjectID(.source, index)
    let lane = appendLane(kind: .serial, target: laneIndex(target), object: object, stableID: stable)
    lanes[lane].source = index
    lanes[lane].isInactive = true
    lanes[lane].isMutable = true
    (sources + index).initialize(
      to: SourceState(
        lane: lane, kind: kind, isCancelled: false, isReleased: false, isInstalled: false, isStrict: false,
        isOver: false, hasEventHandler: false, hasCancelHandler: false, hasRegistrationHandler: false,
        eventTask: -1, armedTask: -1, setter: -1, setterEpoch: 0, next: UInt64.max, interval: 0, lag: 0,
        pendingLag: 0, pendingInterval: 0, pendingData: 0, eventData: 0, isEventReal: false,
        hasSignal: false, cancelWaiters: TaskList(), data: 0, handlerCount: 0, consecutiveIdleFires: 0,
        progressAtLastFire: 0, stableID: stable))
    return object
  }
}
