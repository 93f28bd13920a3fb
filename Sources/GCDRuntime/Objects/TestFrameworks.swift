// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind
import GCDModel
import GCDVocabulary
import Glibc

/// What a test framework does for itself. In a whole program none of it is worth an order of its own, or a
/// test without a single choice would be run over and over. In a test case that is explored in its process
/// only its waits are of interest.
///
/// The model knows of it all the same, so that who waits for a framework is seen to wait.
struct TestFrameworks {
  let engine: Engine

  /// Whether an operation is the framework's: on one of its queues, or by a call from the code of Swift
  /// Testing.
  func owns(_ operation: Operation, _ site: CallSite) -> Bool {
    engine.pointee.run.frameworkObjects.contains(operation.object.rawValue) || gcdc_is_testing_site(site)
  }

  /// Whether a block is the framework's: with a delayed one it ends its waits, and tests that take too long.
  func ownsBlock(_ task: TaskID) -> Bool {
    engine.pointee.run.frameworkObjects.contains(engine.pointee.world.queue(of: task).rawValue)
  }

  /// Notes a work item that a task is to run, if its queue is the framework's.
  func noteItem(_ item: ObjectID, of task: TaskID) {
    if engine.pointee.run.frameworkObjects.isEmpty { return }
    if ownsBlock(task) { engine.pointee.run.frameworkObjects.insert(item.rawValue) }
  }

  /// Notes a queue that XCTest has made for itself, by its label.
  func noteQueue(_ queue: ObjectID, label: UnsafePointer<CChar>?) {
    guard let label, TestFrameworks.isXCTest(label) else { return }
    engine.pointee.run.frameworkObjects.insert(queue.rawValue)
  }

  /// Whether a queue with this label is one that XCTest has made for itself.
  static func isXCTest(_ label: UnsafePointer<CChar>) -> Bool { strncmp(label, "org.swift.XCTest", 16) == 0 }

  /// Notes a job by which a task continues in Swift Testing's own code.
  func noteJob(_ item: TaskID, _ work: gcdc_work) {
    guard let task = work.context,
      let entry = engine.pointee.swiftTasks.entry(at: UInt(bitPattern: task))
    else { return }
    let stack = entry.suspendedStack()
    let isTestings =
      switch gcdc_owner_of_code(stack, stack.count) {
      case GCDC_CODE_OF_TESTING: true
      // The first task is the package's own entry point, which only calls the framework.
      case GCDC_CODE_OF_USER: entry.number == 1
      default: callerHere() == GCDC_CODE_OF_TESTING  // it has not begun
      }
    engine.pointee.tasks[item].pointee.isOfTestFramework = isTestings
  }

  /// Notes whether the running task, if it is a job of Swift Testing's, is in the code of a test: cases of
  /// one test run side by side, and what they do to each other is the test's.
  ///
  /// - Parameter site: Where an async function that calls by a jump, and so is on no stack, continues.
  func noteCode(of task: TaskID, _ site: CallSite) {
    let record = engine.pointee.tasks[task]
    if record.pointee.isOfTestFramework {
      var innermost = UInt(bitPattern: site)
      let owner = gcdc_owner_of_code(&innermost, 1)
      record.pointee.isInTestCode = (owner == GCDC_CODE_UNKNOWN ? callerHere() : owner) == GCDC_CODE_OF_USER
    }
  }

  /// Whose code makes the call that the running task is in.
  private func callerHere() -> gcdc_code_owner {
    let depth = 24
    return withUnsafeTemporaryAllocation(of: UInt.self, capacity: depth) { stack in
      let count = max(0, Int(gcdc_unwind_here(stack.baseAddress!, Int32(depth))))
      return gcdc_owner_of_code(stack.baseAddress!, count)
    }
  }

  /// Whether all who could continue are jobs of Swift Testing's: which of them is first makes no difference
  /// to the tests.
  var onlyFrameworkIsEnabled: Bool {
    for index in 0..<engine.pointee.world.core.enabled.count {
      let task = engine.pointee.world.core.enabled.at[index]
      let record = engine.pointee.tasks[task]
      let isTestings = record.pointee.isOfTestFramework && !record.pointee.isInTestCode
      if task == .clock || !isTestings { return false }
    }
    return true
  }

  /// Whether a delayed block of the framework's is for a test that never ends: XCTest gives one a month.
  func endsEndlessTest(_ task: TaskID) -> Bool {
    ownsBlock(task) && engine.pointee.world.hasDeadline(after: aDayFromNow) { $0 == task }
  }

  private var aDayFromNow: UInt64 { engine.pointee.world.core.clock.now &+ IdleRule.longest }

  /// Whether the main thread is in XCTest's own wait for an async test: it looks ten times in a virtual
  /// second whether the test has ended.
  var mainThreadAwaitsTest: Bool {
    guard !engine.pointee.run.frameworkObjects.isEmpty, RunLoops(engine: engine).isWaiting(.body),
      runsAsyncTest, engine.pointee.world.hasDeadline(after: aDayFromNow, where: ownsBlock)
    else { return false }
    // An async test may itself wait on the main thread, in a run loop of its own.
    let body = engine.pointee.tasks[.body]
    let calls = ThreadStack.addresses(of: body.pointee.thread, depth: 64)
    // Below those of the engine, which is a part of the program where it is linked to it.
    let library = calls.drop { $0 != body.pointee.site.address }.lazy
      .map { UnsafeRawPointer(bitPattern: $0) }
      .prefix { gcdc_is_library_address($0) || gcdc_is_run_loop_turn($0) }
    return library.contains { gcdc_is_xctest_site($0) }
  }

  /// Whether a task has not ended that no code of the program has made: an async test is one of XCTest's. A
  /// test that is none may wait in XCTest's code as well, for expectations.
  private var runsAsyncTest: Bool {
    engine.pointee.swiftTasks.entries.contains { entry in
      let state = entry.facts.state
      return (state == GCDC_TASK_SUSPENDED || state == GCDC_TASK_ACTIVE)
        && !gcdc_is_user_site(entry.site.address.flatMap { UnsafeRawPointer(bitPattern: $0) })
    }
  }
}
#endif
