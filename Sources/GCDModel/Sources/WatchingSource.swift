// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Sources that watch descriptors and signals (Libdispatch.md 2.9): the owner of the world sees what happens
/// and raises an event; when it arrives at the source is a choice like any other.
extension World {
  /// Whether an event of this source would be reported now: it is active, and none is on its way.
  public mutating func wantsEvent(_ source: ObjectID) -> Bool {
    let state = sources + source.index
    return state.pointee.isInstalled && !state.pointee.isCancelled && !state.pointee.isReleased
      && !state.pointee.isOver && state.pointee.eventTask < 0 && state.pointee.armedTask < 0
      && state.pointee.hasEventHandler
  }

  /// Whether a source can have no event any more: no handler of it is queued, runs or will be called for.
  public mutating func isEnded(_ source: ObjectID) -> Bool {
    let state = sources + source.index
    if !state.pointee.isCancelled && !state.pointee.isReleased { return false }
    return state.pointee.armedTask < 0
  }

  /// Whether a source has been activated.
  public mutating func isInstalled(_ source: ObjectID) -> Bool { sources[source.index].isInstalled }

  /// Whether a source watches what is outside the model.
  mutating func isWatching(_ index: Int) -> Bool {
    switch sources[index].kind {
    case .read, .write, .signal: true
    case .timer, .add, .or, .replace: false
    }
  }

  /// Something has happened that the source watches; nothing if it does not want to know.
  public mutating func raiseEvent(_ source: ObjectID) {
    if wantsEvent(source) { raiseEvent(source.index) }
    refreshClock()
  }

  /// A signal has come: reported at once or, while the handler runs, after it; several are reported as one.
  public mutating func raiseSignal(_ source: ObjectID) {
    let index = source.index
    if !sources[index].isInstalled || sources[index].isCancelled || sources[index].isReleased { return }
    let running = sources[index].eventTask
    if running < 0 {
      raiseEvent(source)
    } else if tasks[running].phase == .running {
      sources[index].hasSignal = true
    }
  }

  mutating func raiseEvent(_ index: Int) {
    sources[index].hasSignal = false
    let task = makeHandler(index, .eventHandler)
    tasks[task].pending = Operation(.eventArrives, lanes[sources[index].lane].object)
    tasks[task].phase = .delayed
    sources[index].armedTask = task
    enable(task)
  }

  /// Before `eventArrives` is performed: whether it is still true, what the handler is to read, and whether
  /// it is the last one (Libdispatch.md 2.9 "HUP").
  public mutating func setEvent(_ source: ObjectID, data: UInt64, isReal: Bool, isLast: Bool) {
    sources[source.index].eventData = data
    sources[source.index].isEventReal = isReal
    if isLast { sources[source.index].isOver = true }
  }

  /// What the source watches can never be watched.
  public mutating func endEvents(_ source: ObjectID) { sources[source.index].isOver = true }

  /// The event joins the source's queue; one that is not true any more never was.
  mutating func eventArrives(_ task: Int) -> Outcome {
    let index = tasks[task].source
    disable(task)
    sources[index].armedTask = -1
    if sources[index].isEventReal {
      sources[index].eventTask = task
      submit(task)
    } else {
      endUnstarted(task)
    }
    return .progressed
  }
}
