// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule
import GCDVocabulary

extension Engine {
  /// What the run that has just ended looked like, with a census where the strategy weighs by one.
  func profile(wantsCensus: Bool) -> ExecutionProfile {
    ExecutionProfile(
      choicePoints: pointee.exploration.scheduler.choicePoints, steps: pointee.trace.count,
      tasks: pointee.world.taskTotal, releases: pointee.run.releases,
      releaseSites: pointee.releaseSites.count, census: wantsCensus ? census() : nil)
  }

  /// Steps beyond these tell a strategy nothing that the earlier ones do not.
  private static let mostCountedSteps = 50_000

  private func census() -> AccessProfile {
    var recorder = AccessProfile.Recorder()
    let total = pointee.world.taskTotal
    for index in 0..<total {
      let task = TaskID(UInt32(index))
      let creator = pointee.world.creator(of: task)
      recorder.add(
        stableID: pointee.world.stableID(task), creator: creator == .none ? -1 : Int(creator.rawValue))
    }
    let trace = pointee.trace
    let view = taskView
    for index in trace.first..<min(trace.count, trace.first + Engine.mostCountedSteps) {
      let step = trace.steps[index]
      let record = pointee.tasks[step.task].pointee
      let place = step.site == .none && step.kind == .begin ? record.submission : step.site
      // What blocks do to a queue that lets all of them run at once has no order worth choosing.
      let isShared =
        step.object.kind == .queue && view.chain(ofQueue: step.object) == 0 && !step.kind.excludes
      recorder.step(
        Int(step.task.rawValue), object: isShared ? 0 : step.object.rawValue, place: place.rawValue)
    }
    return recorder.finished()
  }
}
#endif
