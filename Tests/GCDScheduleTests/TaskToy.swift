// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// Tasks that never block, each with a list of operations that a strategy may look at.
struct TaskToy {
  struct Step {
    var kind = OperationKind.signal
    /// The index of a semaphore; nil = the operation has no object.
    var object: Int?
    var place: UInt64 = 0
  }

  struct Task {
    var steps: [Step]
    /// The index of the serial queue that it stands at; tasks of one queue go one after the other.
    var queue: Int?
    /// The index of the task that makes it with its first step, always a lower one; nil = it is there.
    var creator: Int?
  }

  /// Task i is `TaskID(i + 1)`, its stable id 100 + its name.
  var tasks: [Task]
  /// What the stable ids are made of, so that a task keeps its id when others come in between.
  var names: [UInt64] = []

  private struct Entry {
    var operation: Operation
    var stableID: UInt64
    var site: UInt64
    var submission: UInt64
    var lane: Int
    var announced: UInt32
    var creator: TaskID
  }

  private struct Lane {
    var chain: UInt32
  }

  /// The tasks, as indices in `tasks`, in the order in which they made their steps.
  func run(_ scheduler: Scheduler, number: Int, profile: ExecutionProfile = ExecutionProfile()) -> [Int] {
    _ = scheduler.beginRun(number, profile: profile)
    return drive(scheduler)
  }

  func replay(_ scheduler: Scheduler, _ token: ScheduleToken) -> [Int] {
    scheduler.begin(replaying: token)
    defer { scheduler.endReplay() }
    return drive(scheduler)
  }

  /// A run that was begun already.
  func proceed(_ scheduler: Scheduler) -> [Int] { drive(scheduler) }

  /// The profile of a run in which tasks go one after the other.
  var profile: ExecutionProfile {
    var recorder = AccessProfile.Recorder()
    recorder.add(stableID: 0, creator: -1)
    for (index, task) in tasks.enumerated() {
      recorder.add(stableID: stableID(index), creator: task.creator.map { $0 + 1 } ?? 0)
    }
    var steps = 0
    for (index, task) in tasks.enumerated() {
      for step in task.steps {
        recorder.step(index + 1, object: object(step).rawValue, place: step.place)
        steps += 1
      }
    }
    return ExecutionProfile(
      choicePoints: steps, steps: steps, tasks: tasks.count + 1, census: recorder.finished())
  }

  private func stableID(_ index: Int) -> UInt64 { 100 + (index < names.count ? names[index] : UInt64(index)) }

  private func object(_ step: Step) -> ObjectID { step.object.map { ObjectID(.semaphore, $0) } ?? .none }

  private func drive(_ scheduler: Scheduler) -> [Int] {
    var done = tasks.map { _ in 0 }
    var trace: [Int] = []
    var current = TaskID.none
    var entries = [
      Entry(
        operation: Operation(.none), stableID: 0, site: 0, submission: 0, lane: -1, announced: 0,
        creator: .none)
    ]
    for (index, task) in tasks.enumerated() {
      entries.append(
        Entry(
          operation: Operation(.none), stableID: stableID(index), site: 0, submission: 0,
          lane: task.queue ?? -1, announced: 0,
          creator: TaskID(UInt32(task.creator.map { $0 + 1 } ?? 0))))
      announce(&entries[index + 1], task, 0)
    }
    var lanes = (0..<8).map { Lane(chain: ObjectID(.queue, $0).rawValue) }
    var queues = Array(0..<8)
    var layout = TaskLayout(
      taskStride: MemoryLayout<Entry>.stride, operation: MemoryLayout<Entry>.offset(of: \.operation)!,
      stableID: MemoryLayout<Entry>.offset(of: \.stableID)!,
      announced: MemoryLayout<Entry>.offset(of: \.announced)!,
      creator: MemoryLayout<Entry>.offset(of: \.creator)!, lane: MemoryLayout<Entry>.offset(of: \.lane)!,
      laneStride: MemoryLayout<Lane>.stride, chain: 0)
    while true {
      let isMade = { (index: Int) in tasks[index].creator.map { done[$0] > 0 } ?? true }
      let candidates = tasks.indices.filter { index in
        isMade(index) && done[index] < tasks[index].steps.count
          && !tasks.indices.contains { earlier in
            earlier < index && tasks[index].queue != nil && tasks[earlier].queue == tasks[index].queue
              && done[earlier] < tasks[earlier].steps.count
          }
      }.map { TaskID(UInt32($0 + 1)) }
      if candidates.isEmpty { return trace }
      let made = 1 + (tasks.indices.last(where: isMade) ?? -1) + 1
      withView(&entries, &lanes, &queues, &layout, count: made) { view in
        var chosen = 0
        if candidates.count > 1 {
          let baseline = candidates.firstIndex(of: current) ?? 0
          scheduler.choices.pointee.view = view
          chosen = scheduler.next(candidates, candidates.count, baseline: baseline)
        }
        current = candidates[chosen]
        if scheduler.choices.pointee.countsSteps {
          scheduler.choices.pointee.executed(
            current, view.operation(of: current).pointee, site: view.site(of: current))
        }
      }
      let index = Int(current.rawValue) - 1
      trace.append(index)
      done[index] += 1
      announce(&entries[index + 1], tasks[index], done[index])
    }
  }

  private func announce(_ entry: inout Entry, _ task: Task, _ next: Int) {
    if next == task.steps.count { return }
    let step = task.steps[next]
    entry.operation = Operation(step.kind, object(step))
    entry.site = step.place
    if next > 0 || task.queue == nil { entry.announced += 1 }
  }

  private func withView(
    _ entries: inout [Entry], _ lanes: inout [Lane], _ queues: inout [Int], _ layout: inout TaskLayout,
    count: Int, _ use: (TaskView) -> Void
  ) {
    entries.withUnsafeBytes { entries in
      lanes.withUnsafeBytes { lanes in
        queues.withUnsafeBufferPointer { queues in
          withUnsafePointer(to: &layout) { layout in
            var view = TaskView(
              tasks: entries.baseAddress!, count: count, lanes: lanes.baseAddress!,
              queueLanes: queues.baseAddress!, layout: layout)
            view.sites = SiteTable(
              base: entries.baseAddress!, stride: MemoryLayout<Entry>.stride,
              site: MemoryLayout<Entry>.offset(of: \.site)!,
              submission: MemoryLayout<Entry>.offset(of: \.submission)!)
            use(view)
          }
        }
      }
    }
  }
}
