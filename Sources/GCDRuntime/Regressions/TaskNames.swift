// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// What the tasks of the run that has just ended are called in regression files, and their stable ids.
///
/// A stable id says who made the task, and as which of its children; a name says what the task is for. An
/// edit of the program rarely changes both.
struct TaskNames {
  private var names: [UInt64: String] = [:]
  private var ids: [String: UInt64] = [:]
  private var tasks: [UInt64: TaskID] = [:]
  private let naming: ReportNames

  init(_ engine: Engine) {
    naming = ReportNames(engine)
    var blocks: [ObjectID: Int] = [:]
    for index in 0..<engine.pointee.world.taskTotal {
      let task = TaskID(UInt32(index))
      let id = engine.pointee.world.stableID(task)
      let queue =
        task == .clock || task == .body ? ObjectID.none : engine.pointee.world.queue(of: task)
      var name = naming.thread(task)
      if queue != .none {
        blocks[queue, default: 0] += 1
        name = "block \(blocks[queue]!) of \(naming.object(queue).phrase)"
      }
      names[id] = name
      tasks[id] = task
      if ids[name] == nil { ids[name] = id }
    }
  }

  /// A deviation of this run with the names of its tasks.
  func order(_ deviation: StableDeviation, relativeTo root: String) -> SavedDeviation {
    if deviation.isEffect {
      return SavedDeviation(goes: "", submitted: nil, before: "", deviation: deviation)
    }
    let place = tasks[deviation.instead].flatMap { naming.submission($0)?.location }
    return SavedDeviation(
      goes: names[deviation.instead] ?? "a task",
      submitted: place.map { "\($0.relativePath(to: root)):\($0.line)" },
      before: names[deviation.task] ?? "a task", deviation: deviation)
  }

  /// The deviation for this run: a task that goes by the recorded name counts as the recorded one, whatever
  /// its id is; one whose name no task has is looked for by its id.
  func deviation(of order: SavedDeviation) -> StableDeviation {
    var deviation = order.deviation
    if deviation.isEffect { return deviation }
    if let id = ids[order.before] { deviation.task = id }
    if let id = ids[order.goes] { deviation.instead = id }
    return deviation
  }
}
#endif
