// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Sources of every type (Libdispatch.md 2.8, 2.9): a source is a serial lane of its own that targets its
/// queue.
public struct Sources {
  var table = Table<SourceState>()

  /// Makes a source, inactive (Libdispatch.md 2.4 "Sources are created inactive"); `target` is a lane.
  mutating func make(
    _ kind: SourceKind, target: Int, stableID: UInt64, _ queues: inout Queues
  ) -> ObjectID {
    let object = ObjectID(.source, table.count)
    let lane = queues.makeLane(.serial, target: target, object: object, stableID: stableID)
    queues.lanes.at[lane].source = object.index
    queues.lanes.at[lane].isInactive = true
    queues.lanes.at[lane].isMutable = true
    _ = table.append(SourceState(kind: kind, lane: lane, stableID: stableID))
    return object
  }

  /// Says whether a source has a handler of a kind: `eventHandler`, `cancelHandler` or `registrationHandler`.
  ///
  /// - Returns: what libdispatch would end the process for.
  mutating func setHandler(
    _ index: Int, _ kind: TaskKind, isPresent: Bool, _ queues: inout Queues, _ core: inout Core
  ) -> Misuse {
    if table.at[index].isStrict && table.at[index].isActivated { return .handlerAfterActivation }
    switch kind {
    case .cancelHandler: table.at[index].hasCancelHandler = isPresent
    case .registrationHandler:
      table.at[index].hasRegistrationHandler = isPresent
      if table.at[index].isInstalled && !table.at[index].isCancelled && isPresent {
        register(index, &queues, &core)
      }
    default:
      table.at[index].hasEventHandler = isPresent
      if !table.at[index].isInstalled || table.at[index].isCancelled { break }
      raise(index, &queues, &core)
    }
    return .none
  }

  /// What `dispatch_source_get_data` answers: the value latched last; 0 after the cancel handler has run.
  public func data(of source: ObjectID) -> UInt64 { table.at[source.index].data }

  /// What a source watches.
  public func kind(of source: ObjectID) -> SourceKind { table.at[source.index].kind }

  /// Whether no event handler runs or will run: its block can be given back.
  public func needsNoHandler(_ source: ObjectID) -> Bool {
    let state = table.at + source.index
    return state.pointee.isCancelled && state.pointee.eventTask < 0
  }

  /// Whether the object is a timer source.
  public func isTimer(_ object: ObjectID) -> Bool {
    object.isSource && table.at[object.index].kind == .timer
  }

  /// Whether the source has been cancelled.
  public func isCancelled(_ source: ObjectID) -> Bool { table.at[source.index].isCancelled }

  /// Whether a source still has something to do: it is active, not cancelled and, for a timer, armed or
  /// handling. The only shot of a timer, once it is handled, leaves nothing to do but the cancel handler.
  public func isLive(_ source: ObjectID) -> Bool {
    let state = table.at[source.index]
    return state.isActivated && !state.isCancelled && !state.isReleased
      && (state.kind != .timer || state.armedTask >= 0
        || (state.eventTask >= 0 && (state.next != UInt64.max || state.hasCancelHandler)))
  }

  /// The last reference is gone without a cancel: the source stops in silence, its cancel handler never runs
  /// (Libdispatch.md 2.9 "Release without cancel").
  mutating func release(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if table.at[index].isCancelled { return }
    table.at[index].isReleased = true
    dropInstallation(index, &queues, &core)
    dropEvents(index, &queues, &core)
  }

  /// Cancels: no event handler starts afterwards; the cancel handler runs once, on the target queue, not
  /// before the source is activated and resumed (Libdispatch.md 2.9 "cancel").
  mutating func cancel(_ task: Int, _ object: ObjectID, _ queues: inout Queues, _ core: inout Core) -> Outcome
  {
    let index = object.index
    if !object.isSource || table.at[index].isCancelled || table.at[index].isReleased {
      return core.done(task)
    }
    table.at[index].isCancelled = true
    dropEvents(index, &queues, &core)
    if table.at[index].installTask >= 0 {
      dropInstallation(index, &queues, &core)
      table.at[index].isInstalled = true
    }
    if table.at[index].isInstalled { finishCancel(index, &queues, &core) }
    return core.done(task)
  }

  /// What the last external release of a source ends the process for (Libdispatch.md 3).
  mutating func releaseCheck(_ index: Int) -> Misuse {
    let isOwed = table.at[index].isStrict && !table.at[index].isCancelled && table.at[index].hasCancelHandler
    return isOwed ? .releaseOfSourceWithMandatoryCancelHandler : .none
  }

  /// First activation: what was set up before takes effect; for a source of signals in a step of its own.
  mutating func activated(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if table.at[index].isActivated || table.at[index].isReleased { return }
    if table.at[index].kind == .signal && !table.at[index].isCancelled {
      beginInstallation(index, &queues, &core)
    } else {
      install(index, &queues, &core)
    }
  }

  /// The source reports from now on what happens.
  mutating func install(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    table.at[index].isInstalled = true
    if table.at[index].isCancelled {
      finishCancel(index, &queues, &core)
      return
    }
    if table.at[index].hasRegistrationHandler { register(index, &queues, &core) }
    raise(index, &queues, &core)
  }

  /// A timer is armed, merged data raise an event.
  mutating func raise(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if table.at[index].kind == .timer {
      armTimer(index, &queues, &core)
    } else {
      raiseData(index, &queues, &core)
    }
  }

  /// The registration handler runs once.
  private mutating func register(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    table.at[index].hasRegistrationHandler = false
    queues.submit(makeHandler(index, .registrationHandler, &queues, &core), &core)
  }

  private mutating func finishCancel(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if !table.at[index].hasCancelHandler && table.at[index].eventTask < 0 { table.at[index].data = 0 }
    if table.at[index].hasCancelHandler {
      queues.submit(makeHandler(index, .cancelHandler, &queues, &core), &core)
    }
  }
}
