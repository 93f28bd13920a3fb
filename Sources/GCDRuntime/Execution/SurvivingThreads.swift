// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// What threads had in hand that were still there when their run was over: the thread of a singleton waits
/// for work, and later schedules of the process know the singleton, but its thread is gone.
struct SurvivingThreads {
  /// So many addresses are kept.
  private static let most = 4_096

  /// By the address of an object that is older than the run which meets it: where its thread was started.
  private var threads: [UInt: Site] = [:]

  var isEmpty: Bool { threads.isEmpty }

  mutating func note(_ address: UInt, _ thread: Site) {
    if address != 0, threads.count < SurvivingThreads.most { threads[address] = thread }
  }

  /// A new object begins at this address.
  mutating func forget(_ address: UInt) {
    if !threads.isEmpty { threads[address] = nil }
  }

  func thread(_ address: UInt) -> Site? { threads[address] }
}

extension Engine {
  /// Called when a run has ended well, before its clean-up.
  func noteSurvivingThreads() {
    if !pointee.world.threads.isUsed { return }
    var threads: [TaskID] = []
    for task in pointee.world.unfinishedTasks where pointee.world.kind(of: task) == .thread {
      threads.append(task)
    }
    if threads.isEmpty { return }
    let trace = pointee.trace
    for index in trace.first..<trace.count where threads.contains(trace.steps[index].task) {
      let step = trace.steps[index]
      guard Engine.hasAddress(step.object), let record = pointee.records.find(step.object),
        !record.pointee.isAdopted
      else { continue }
      pointee.process.survivors.note(
        record.pointee.address, pointee.tasks[step.task].pointee.submission)
    }
  }

  /// The first step of this run on an object of a thread that ended with an earlier run, and that no thread
  /// of this run was started in place of.
  var firstStepOfLeftThread: (step: Int, thread: Site)? {
    if pointee.process.survivors.isEmpty { return nil }
    var started: Set<UInt64> = []
    for index in 1..<max(1, pointee.tasks.count)
    where pointee.world.kind(of: TaskID(UInt32(index))) == .thread {
      started.insert(pointee.tasks.base[index].submission.rawValue)
    }
    let trace = pointee.trace
    for index in trace.first..<trace.count {
      let object = trace.steps[index].object
      guard Engine.hasAddress(object), let record = pointee.records.find(object),
        let thread = pointee.process.survivors.thread(record.pointee.address),
        !started.contains(thread.rawValue)
      else { continue }
      return (index, thread)
    }
    return nil
  }

  /// Objects that memory is set aside for and that code of the program has in common.
  private static func hasAddress(_ object: ObjectID) -> Bool {
    switch object.kind {
    case .queue, .group, .semaphore, .lock, .condition: true
    default: false
    }
  }
}
#endif
