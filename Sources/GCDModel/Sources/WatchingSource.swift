// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Sources that watch descriptors and signals (Libdispatch.md 2.9): the owner of the world sees what happens
/// and raises an event; when it arrives at the source is a choice like any other.
extension Sources {
  /// Whether an event of this source would be reported now: it is active, and none is on its way.
  public func wantsEvent(_ source: ObjectID) -> Bool {
    let state = table.at + source.index
    return state.pointee.isInstalled && !state.pointee.isCancelled && !state.pointee.isReleased
      && !state.pointee.isOver && state.pointee.eventTask < 0 && state.pointee.armedTask < 0
      && state.pointee.hasEventHandler
  }

  /// Whether a source can have no event any more: no handler of it is queued, runs or will be called for.
  public func isEnded(_ source: ObjectID) -> Bool {
    let state = table.at + source.index
    if !state.pointee.isCancelled && !state.pointee.isReleased { return false }
    return state.pointee.armedTask < 0
  }

  /// Whether a source gets what happens now: it has been activated and, for signals, been installed since.
  public func isInstalled(_ source: ObjectID) -> Bool { table.at[source.index].isInstalled }

  /// Whether a source has been activated, and perhaps installed.
  public func isActivated(_ source: ObjectID) -> Bool { table.at[source.index].isActivated }

  /// Whether a source watches what is outside the model.
  mutating func isWatching(_ index: Int) -> Bool {
    switch table.at[index].kind {
    case .read, .write, .signal: true
    case .timer, .add, .or, .replace: false
    }
  }

  /// Something has happened that the source watches; nothing if it does not want to know.
  mutating func raiseEventIfWanted(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if wantsEvent(ObjectID(.source, index)) { raiseEvent(index, &queues, &core) }
  }

  /// A signal has come: reported at once or, while the handler runs, after it; several are reported as one.
  mutating func raiseSignal(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    table.at[index].hasMissedSignal = !table.at[index].isInstalled
    if !table.at[index].isInstalled || table.at[index].isCancelled || table.at[index].isReleased { return }
    let running = table.at[index].eventTask
    if running < 0 {
      raiseEventIfWanted(index, &queues, &core)
      core.refreshClock()
    } else if core.tasks.at[running].phase == .running {
      table.at[index].hasSignal = true
    }
  }

  /// Libdispatch installs a source of signals on a thread of its own some time after the activation: until
  /// then a signal does what it does without the source (Libdispatch.md 2.9 "signal").
  mutating func beginInstallation(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    let task = makeHandler(index, .installation, &queues, &core)
    core.tasks.at[task].pending = Operation(.sourceInstalls, queues.lanes.at[table.at[index].lane].object)
    core.tasks.at[task].phase = .delayed
    table.at[index].installTask = task
    core.enable(task)
  }

  mutating func dropInstallation(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    let task = table.at[index].installTask
    if task < 0 { return }
    table.at[index].installTask = -1
    core.withdrawArrival(task)
    queues.drop(task, &core)
  }

  /// The source is installed.
  mutating func installs(_ task: Int, _ queues: inout Queues, _ core: inout Core) -> Outcome {
    let index = core.tasks.at[task].source
    core.disable(task)
    table.at[index].installTask = -1
    queues.drop(task, &core)
    install(index, &queues, &core)
    return .progressed
  }

  mutating func raiseEvent(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    table.at[index].hasSignal = false
    let task = makeHandler(index, .eventHandler, &queues, &core)
    core.tasks.at[task].pending = Operation(.eventArrives, queues.lanes.at[table.at[index].lane].object)
    core.tasks.at[task].phase = .delayed
    table.at[index].armedTask = task
    core.enable(task)
  }

  /// The event joins the source's queue; one that is not true any more never was.
  mutating func eventArrives(_ task: Int, _ queues: inout Queues, _ core: inout Core) -> Outcome {
    let index = core.tasks.at[task].source
    core.disable(task)
    table.at[index].armedTask = -1
    if table.at[index].isEventReal {
      table.at[index].eventTask = task
      queues.submit(task, &core)
    } else {
      queues.drop(task, &core)
    }
    return .progressed
  }
}
