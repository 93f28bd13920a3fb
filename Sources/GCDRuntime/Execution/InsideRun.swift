// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Calls that make sense only inside a controlled body: what a scenario needs beyond Dispatch.
///
/// Every one of them does nothing, or answers the first way, on a thread that is not under control.
public enum InsideRun {
  /// Position of the step that the running task executes next: reports show it in place of a code address.
  ///
  /// `file` is an index that `intern(file:)` gave; line and column count from 1.
  public static func at(file: Int, line: Int, column: Int) {
    controlled { engine, task in
      engine.pointee.tasks[task].pointee.position = Site(file: file, line: line, column: column)
    }
  }

  /// An index for a path; the same for the same path, for the life of the process.
  public static func intern(file path: String) -> Int { FileTable.shared.index(of: path) }

  /// One of `count` ways; all are explored, and the choice is part of the schedule token.
  public static func choose(_ count: Int) -> Int {
    controlled { engine, _ in
      engine.endPrologue()
      return engine.pointee.exploration.choices.pointee.choose(count)
    } ?? 0
  }

  /// A scheduling point before a variable is read; `variable` is an index that the scenario gives out.
  public static func read(_ variable: Int) { touch(.read, variable) }

  /// A scheduling point before a variable is written.
  public static func write(_ variable: Int) { touch(.write, variable) }

  /// The test failed here: GCD501 for this schedule, which continues.
  public static func fail(_ message: String) {
    controlled { engine, task in
      // No code reads more of them, and a loop may make as many as there are steps.
      guard engine.pointee.notes.failures.count < mostFailures else { return }
      engine.pointee.notes.failures.append(
        RunFailure(
          message: message, site: engine.pointee.tasks[task].pointee.position,
          step: engine.pointee.trace.count, task: task))
    }
  }

  private static let mostFailures = 100

  /// How far the run is, and who is running.
  static var moment: RunMoment? {
    controlled { engine, task in RunMoment(step: engine.pointee.trace.count, task: task) }
  }

  /// Something that the program prints; of more than a reader reads, only the beginning is kept.
  public static func note(_ text: String) {
    controlled { engine, _ in engine.pointee.notes.output.append(text) }
  }

  /// Scheduling points of the run so far.
  public static var stepsMade: Int { controlled { engine, _ in engine.pointee.trace.count } ?? 0 }

  /// The block that the running task submits next is seen at work by nothing but those behind it in its
  /// serial queue, which never comes to a halt. `key` is not 0; such blocks see each other if their keys have
  /// a bit in common next to the last one.
  public static func privatePost(_ key: UInt64) {
    controlled { engine, _ in engine.pointee.run.privatePost = key }
  }

  /// The block that the running task submits next with a delay is due when nothing else can continue, before
  /// time passes.
  ///
  /// - Returns: false where nothing is under control.
  public static func postWhenSettled() -> Bool {
    controlled { engine, _ in engine.pointee.run.postsWhenSettled = true } != nil
  }

  /// Names the object that was made last, for reports: groups and semaphores have no label of their own.
  public static func nameLastObject(_ name: String) {
    controlled { engine, _ in engine.pointee.notes.names[engine.pointee.run.lastRegistered] = name }
  }

  /// The object that was made last is a semaphore, and waiting for it is the `await` of an async function.
  public static func lastObjectIsAwait() {
    controlled { engine, _ in
      let object = engine.pointee.run.lastRegistered
      if object.kind == .semaphore { engine.pointee.world.setAwait(semaphore: object) }
      engine.pointee.notes.names[object] = "async body"
    }
  }

  /// The body continues as a Swift task; `nil` when that has ended.
  public static func bodyBecomes(_ task: UnsafeRawPointer?) {
    controlled { engine, _ in
      engine.pointee.run.suspendedBody = task
      if let task {
        engine.pointee.run.bodyTask = SwiftTaskHooks(engine: engine).object(
          of: UnsafeMutableRawPointer(mutating: task))
      }
    }
  }

  /// Names a variable, for reports.
  public static func name(variable: Int, _ name: String) {
    controlled { engine, _ in engine.pointee.notes.names[engine.variable(variable)] = name }
  }

  private static func touch(_ kind: OperationKind, _ variable: Int) {
    controlled { engine, task in
      _ = engine.step(Operation(kind, engine.variable(variable)), nil)
    }
  }

  @discardableResult
  private static func controlled<Result>(_ action: (Engine, TaskID) -> Result) -> Result? {
    guard gcdc_control(false) else { return nil }
    defer { _ = gcdc_control(true) }
    let engine = theEngine
    return action(engine, engine.pointee.current)
  }
}

extension Engine {
  /// Variables have no address: their index represents one, in the page that no object lives in.
  func variable(_ index: Int) -> ObjectID {
    let address = UnsafeMutableRawPointer(bitPattern: index + 1)!
    let known = findKnown(address)
    if known != .none { return known }
    let object = pointee.world.makeVariable(creator: .body)
    register(address, object, nil, pinned: false)
    return object
  }
}

/// Paths of scenario files by index.
final class FileTable: @unchecked Sendable {
  // Used by one thread at a time: scenarios are loaded before a run, and runs exclude each other.
  static let shared = FileTable()
  private var paths: [String] = []

  func index(of path: String) -> Int {
    if let known = paths.firstIndex(of: path) { return known }
    paths.append(path)
    return paths.count - 1
  }

  func path(_ index: Int) -> String { index < paths.count ? paths[index] : "?" }
}
#endif
