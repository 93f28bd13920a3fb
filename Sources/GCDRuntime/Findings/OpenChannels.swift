// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// I/O channels that are open: libdispatch keeps what their end brings in a queue of its own, which is
/// suspended until then.
struct OpenChannels {
  let engine: Engine
  let naming: ReportNames

  private static let queues = "com.apple.libdispatch-io."
  private static let queueOfEnds = queues + "closeq"

  /// Whether a task is a block that waits for the end of a channel.
  func holds(_ task: TaskID) -> Bool { label(task) == OpenChannels.queueOfEnds }

  /// Whether a task is a block by which libdispatch serves channels.
  func serves(_ task: TaskID) -> Bool { label(task)?.hasPrefix(OpenChannels.queues) == true }

  private func label(_ task: TaskID) -> String? {
    let queue = engine.pointee.world.queue(of: task)
    return queue == .none ? nil : naming.object(queue).label
  }

  /// The one whose end some of these tasks wait for; none where there are several.
  func wakers(among queued: [TaskID]) -> [Waker] {
    let held = queued.filter(holds)
    guard let first = held.first,
      held.allSatisfy({ engine.pointee.world.queue(of: $0) == engine.pointee.world.queue(of: first) })
    else { return [] }
    // Its making submits the first of them.
    let ended = EndedBlocks(engine: engine, naming: naming)
    let places = engine.allTasks.lazy.filter(serves).compactMap(ended.submissionPlace)
    return [.openChannel(location: places.first)]
  }
}
#endif
