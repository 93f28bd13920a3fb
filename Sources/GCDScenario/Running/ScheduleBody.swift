// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Runs the steps of a scenario once: the body of one schedule.
///
/// A block's locals are an array that is copied into the blocks within it, as a closure captures by value.
final class ScheduleBody: @unchecked Sendable {
  typealias Locals = [Int]

  let program: Program
  let runtime: RuntimeCalls
  let file: Int
  let objects: LiveObjects
  private let privatePosts: PrivatePosts?
  /// The test body has ended.
  var hasReturned = false
  /// All threads of a schedule run on one thread of the system, one at a time.
  private var silentTurns = 0
  private var stepsBefore = -1
  private static let mostSilentTurns = 100

  /// Makes all objects, in order of declaration.
  init(_ program: Program, _ runtime: RuntimeCalls, file: Int, privatePosts: PrivatePosts? = nil) {
    self.program = program
    self.privatePosts = privatePosts
    self.runtime = runtime
    self.file = file
    objects = LiveObjects(program, runtime, file: file)
    for timer in program.timers { objects.timers.append(make(timer)) }
    for item in program.items { objects.items.append(make(item)) }
  }

  /// The test body: top to bottom, on the main thread.
  func run() {
    let threads = program.threads.map { declaration in
      moveTo(declaration.position)
      return ScenarioThread { [self] in
        var locals = emptyLocals
        run(declaration.steps, &locals)
      }
    }
    var locals = emptyLocals
    run(program.steps, &locals)
    for (declaration, thread) in zip(program.threads, threads) {
      moveTo(declaration.position)
      thread.join()
    }
  }

  /// Notes a turn of a loop, or a step, that is no scheduling point by itself.
  ///
  /// Many of them with no scheduling point between them are one, so that `max-steps` ends a loop of them as
  /// it ends any other.
  func passSilently() {
    let steps = runtime.stepsMade()
    silentTurns = steps == stepsBefore ? silentTurns + 1 : 0
    stepsBefore = steps
    guard silentTurns == Self.mostSilentTurns else { return }
    silentTurns = 0
    sched_yield()
  }

  var emptyLocals: Locals { Locals(repeating: 0, count: program.localCount) }

  func run(_ steps: [Step], _ locals: inout Locals) {
    for step in steps {
      runtime.at(file, step.position.line, step.position.column)
      perform(step, &locals)
    }
  }

  /// Runs a block in place. What it reads stays inside it, unless its steps are in the step itself.
  func run(_ block: Block, _ locals: inout Locals) {
    switch block {
    case .steps(let steps): run(steps, &locals)
    case .named(let index):
      var inner = emptyLocals
      run(program.blocks[index].steps, &inner)
    case .item(let index): objects.items[index]?.perform()
    }
  }

  /// The block as a closure that can be submitted.
  func closure(_ block: Block, _ locals: Locals) -> @Sendable () -> Void {
    { [self] in
      var locals = locals
      run(block, &locals)
    }
  }

  /// Passes on what is known of the block that the step is about to submit.
  func announcePost(at position: SourcePosition) {
    if let key = privatePosts?.keys[position] { runtime.privatePost(key) }
  }

  /// Calls that follow are made for this place in the file.
  private func moveTo(_ position: SourcePosition) { runtime.at(file, position.line, position.column) }

  private func make(_ timer: TimerDeclaration) -> any DispatchSourceTimer {
    moveTo(timer.position)
    let source = DispatchSource.makeTimerSource(flags: [], queue: objects.queues[timer.queue])
    runtime.nameLastObject(timer.name)
    let repeating = timer.every.map { DispatchTimeInterval.nanoseconds($0) } ?? .never
    let leeway = DispatchTimeInterval.nanoseconds(timer.leeway)
    switch (timer.first, timer.wall) {
    case (.forever, _): source.schedule(deadline: .distantFuture, repeating: repeating, leeway: leeway)
    case (.nanoseconds(let first), true):
      source.schedule(wallDeadline: .now() + .nanoseconds(first), repeating: repeating, leeway: leeway)
    case (.nanoseconds(let first), false):
      source.schedule(deadline: .now() + .nanoseconds(first), repeating: repeating, leeway: leeway)
    }
    source.setEventHandler(handler: closure(timer.handler, emptyLocals))
    if let cancelled = timer.cancelHandler {
      source.setCancelHandler(handler: closure(.steps(cancelled), emptyLocals))
    }
    return source
  }

  private func make(_ item: ItemDeclaration) -> DispatchWorkItem {
    moveTo(item.position)
    return DispatchWorkItem(
      qos: item.qos.dispatch, flags: item.barrier ? .barrier : [], block: closure(item.block, emptyLocals))
  }
}
