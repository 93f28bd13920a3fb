// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// What a test framework does for itself, in a whole program: none of it is worth an order of its own, or a
/// test without a single choice would be run over and over.
///
/// The model knows of it all the same, so that who waits for a framework is seen to wait.
extension Engine {
  /// A step that more than the model is to see.
  @inline(never)
  func watchedStep(_ task: TaskID, _ operation: Operation, _ site: CallSite) -> Int64 {
    if state.pointee.isTestBundle, isOfTestFramework(operation, site) { return internalStep(operation, site) }
    if state.pointee.watchesRaces { return stepInOrder(task, operation) }
    return goOn(task, state.pointee.world.announce(task, operation), operation.object)
  }

  /// Whether an operation is the framework's: on one of its queues, or by a call from the code of Swift
  /// Testing.
  func isOfTestFramework(_ operation: Operation, _ site: CallSite) -> Bool {
    state.pointee.frameworkObjects.contains(operation.object.rawValue) || gcdc_is_testing_site(site)
  }

  /// Notes a work item that a task is to run, if its queue is the framework's.
  func noteFrameworkItem(_ item: ObjectID, of task: TaskID) {
    let queue = state.pointee.world.queue(of: task)
    guard state.pointee.frameworkObjects.contains(queue.rawValue) else { return }
    state.pointee.frameworkObjects.insert(item.rawValue)
  }

  /// Notes a queue that XCTest has made for itself, by its label.
  func noteFrameworkQueue(_ queue: ObjectID, label: UnsafePointer<CChar>?) {
    guard state.pointee.isTestBundle, let label, strncmp(label, "org.swift.XCTest", 16) == 0 else { return }
    state.pointee.frameworkObjects.insert(queue.rawValue)
  }

  /// Whether nobody can tell when a task's block ends: a job of Swift's on an unbounded pool.
  func endIsUnseen(_ task: TaskID) -> Bool {
    state.pointee.isTestBundle && state.pointee.world.width == 0
      && state.pointee.tasks[Int(task.rawValue)].job != .none
  }
}
#endif
