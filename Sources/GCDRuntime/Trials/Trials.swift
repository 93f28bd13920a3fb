// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// What stuck tasks would do if their waits came to an end, tried out in copies of the process: evidence of
/// which task could have ended which wait.
struct Trials {
  let engine: Engine
  /// The tasks that go round in loops and would be found to do so for good.
  var pollers: [TaskID] = []

  /// So many tasks are tried; of those that wait at one place and come from one, only the first two.
  private static let most = 12
  private static let mostAlike = 2
  private static let attempts = 3

  /// One for each task that is tried or waits, in the order of tasks; empty where nothing can be tried.
  func results() -> [Trial] {
    if !ProcessCopy.isPossible(of: engine) { return [] }
    let stuck = engine.pointee.world.stuckTasks().filter { !pollers.contains($0) }
    if stuck.isEmpty || stuck.count == 1 && pollers.isEmpty && !isTaker(stuck[0]) { return [] }
    var alike: [Likeness: Int] = [:]
    var tried = 0
    var results: [Trial] = []
    for task in stuck {
      let count = alike[likeness(of: task), default: 0]
      alike[likeness(of: task)] = count + 1
      var result = Trial(task: task, clarity: .unclear, helped: [])
      if count < Trials.mostAlike || stuck.count <= Trials.most, tried < Trials.most {
        tried += 1
        if let answer = answer(to: .end(ofWaitOf: task), about: task, among: stuck) { result = answer }
      } else if engine.pointee.world.phase(of: task) != .running {
        continue
      }
      result.unlikely = stuck.filter { isUnlikely(task, toHelp: $0) }
      results.append(result)
    }
    return results
  }

  /// What sources would do that are set up and closed, were they opened.
  func openings() -> [Opening] {
    if !ProcessCopy.isPossible(of: engine) { return [] }
    let stuck = engine.pointee.world.stuckTasks()
    return engine.pointee.world.closedSources().prefix(Trials.most).compactMap { object in
      answer(to: .opening(of: object), about: .none, among: stuck)
        .map { Opening(object: object, helped: $0.helped + $0.led) }
    }
  }

  private func answer(
    to subject: TrialCopy.Subject, about task: TaskID, among stuck: [TaskID]
  ) -> Trial? {
    for _ in 0..<Trials.attempts {
      let answer = ProcessCopy.ask(for: stuck.count + 2, patience: .short) {
        TrialCopy.run(engine, $0, subject, among: stuck, pollers: pollers)
      }
      guard let answer else { return nil }
      if let trial = TrialCopy.read(answer.bytes, about: task, among: stuck) { return trial }
      // One that did not answer in time would not the next time.
      if answer.bytes.isEmpty, !answer.isInTime { return nil }
    }
    return nil
  }

  /// Tasks of one origin that wait at one place do the same.
  private struct Likeness: Hashable {
    var origin: UInt
    var place: UInt
    var phase: TaskPhase
  }

  private func likeness(of task: TaskID) -> Likeness {
    let record = engine.pointee.tasks[task].pointee
    let phase = engine.pointee.world.phase(of: task)
    return Likeness(
      origin: engine.userAddress(record.submissionStack, or: record.submission),
      place: phase == .running ? engine.place(ofWaitOf: task) : 0, phase: phase)
  }

  /// Whether a task waits for a semaphore that it has taken itself.
  private func isTaker(_ task: TaskID) -> Bool {
    engine.pointee.world.waits(of: task).contains { $0.kind == .semaphore && $0.holder == task }
  }

  // MARK: What was there before

  /// Whether a task was there before what the other one waits for was made, and has never used that: it does
  /// not know it, and serves others.
  private func isUnlikely(_ task: TaskID, toHelp other: TaskID) -> Bool {
    let resources = engine.pointee.world.needs(of: other).map(\.resource)
    let areYounger = resources.allSatisfy { resource in
      // Of locks and conditions it is not seen when they are made.
      guard [.semaphore, .group, .queue].contains(resource.kind),
        let record = engine.pointee.records.find(resource), !record.pointee.isAdopted
      else { return false }
      return task.rawValue < record.pointee.tasksBefore
    }
    return areYounger && !hasUsed(resources, task)
  }

  private func hasUsed(_ resources: [ObjectID], _ task: TaskID) -> Bool {
    (engine.pointee.trace.first..<engine.pointee.trace.count).contains { index in
      let step = engine.pointee.trace.steps[index]
      return step.task == task && resources.contains(step.object)
    }
  }
}

extension Engine {
  /// The call of the program in which a task waits, by its address; 0 where none is known.
  func place(ofWaitOf task: TaskID) -> UInt {
    let record = pointee.tasks[task].pointee
    return userAddress(record.stack, or: record.site)
  }

  /// The innermost address of a stack that is in no library: Swift's overlay calls Dispatch for the program.
  func userAddress(_ stack: StackReference, or site: Site) -> UInt {
    if site.position != nil { return UInt(site.rawValue) }
    let addresses = stack.count > 0 ? pointee.stacks[stack] : []
    // Further in is what replaces the library's function, which may be in one image with the program.
    let outer = addresses.drop { $0 != site.address ?? 0 }
    let inner = (outer.isEmpty ? addresses[...] : outer).first {
      !gcdc_is_library_address(UnsafeRawPointer(bitPattern: $0))
    }
    return inner ?? site.address ?? 0
  }
}
#endif
