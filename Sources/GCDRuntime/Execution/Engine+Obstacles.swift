// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// What keeps a task from continuing.
extension Engine {
  /// Is in a queue and cannot start.
  func isHeldUp(_ task: TaskID) -> Bool {
    pointee.world.waits(of: task).first.map { $0.kind != .time } ?? false
  }

  /// Is a block that starts when a group is empty.
  func isRegistered(_ task: TaskID, with object: ObjectID) -> Bool {
    object.kind == .group && pointee.tasks[task].pointee.thread == nil
      && pointee.world.needs(of: task).contains { $0.resource == object }
  }

  /// A thread with a block of the main queue on top of its stack is that block.
  func isInService(_ task: TaskID) -> Bool { pointee.world.pendingOperation(of: task).kind == .hosting }
}
#endif
