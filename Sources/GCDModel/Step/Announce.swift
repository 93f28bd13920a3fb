// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Sets what a running task does next; it stays or becomes enabled exactly if that can be done now.
  ///
  /// Deadlines in `operation.argument` are virtual nanoseconds since the start of the run. `other` is the
  /// item of a submission, the lock of a condition wait, the new target of a retarget. `async` and
  /// `barrierAsync` take the deadline of `dispatch_after`, 0 = now; `lock` one of its own, 0 = none.
  /// `signal`, `futexWake`, `mergeData` take a count or value. `setTimer` takes the start, with the interval
  /// given before by `setInterval`.
  @discardableResult
  public mutating func announce(_ task: TaskID, _ operation: Operation) -> Announcement {
    let index = Int(task.rawValue)
    let state = tasks + index
    state.pointee.pending = operation
    state.pointee.announced &+= 1
    var isEnabled = true
    var isOwned = false
    switch operation.kind {
    case .wait:
      isEnabled = announceWait(index, operation.object.index, operation.argument)
    case .lock:
      tasks[index].waitResult = 0
      isEnabled = announceLock(index, operation.object.index, operation.argument)
      isOwned = true
    case .onceBegin:
      isEnabled = announceOnce(index, operation.object.index)
      isOwned = true
    case .sleep:
      if operation.argument > now {
        disable(index)
        arm(index, operation.argument)
        isEnabled = false
      }
    case .futexWait:
      isEnabled = announceFutexWait(index, operation.object.index, operation.argument)
    case .join:
      isEnabled = announceJoin(index, operation.object.index, operation.argument)
      isOwned = true
    case .readLock, .writeLock:
      isEnabled = announceReadWriteLock(index, operation.object.index, operation.argument)
      isOwned = true
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal:
      isEnabled = announceDescriptorCall(index, operation.argument)
    default: break
    }
    if isEnabled { return .enabled }
    refreshClock()
    return isOwned && closesOwnerCycle(index) ? .deadlock : .disabled
  }

  /// How many ways the announced operation itself can go; more than 1 only for some suspends and
  /// resumes, and for the next block of the main thread.
  public mutating func choiceCount(_ task: TaskID) -> Int {
    let operation = tasks[Int(task.rawValue)].pending
    if operation.kind == .suspend { return suspendChoices(laneIndex(operation.object)) }
    if operation.kind == .beginOnMain { return mainCandidates() }
    return operation.kind == .resume ? resumeChoices(laneIndex(operation.object)) : 1
  }

  /// Sets which way the announced operation goes: 0 ..< `choiceCount`.
  public mutating func setChoice(_ task: TaskID, _ choice: Int) {
    tasks[Int(task.rawValue)].pending.argument = UInt64(choice)
  }
}
