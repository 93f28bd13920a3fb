// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// I/O channels that are open, and what libdispatch does for them: it keeps what their end brings in a queue
/// of its own, which is suspended until then.
struct OpenChannels {
  let engine: Engine
  let naming: ReportNames

  private static let queues = "com.apple.libdispatch-io."
  private static let queueOfEnds = queues + "closeq"

  /// Whether a task is a block that waits for the end of a channel.
  func holds(_ task: TaskID) -> Bool { label(task) == OpenChannels.queueOfEnds }

  /// Whether a task is a block by which libdispatch serves channels.
  func serves(_ task: TaskID) -> Bool {
    let queue = engine.pointee.world.queue(of: task)
    return queue != .none && isOfChannels(queue)
  }

  /// So many steps before one, oldest first, without those by which channels are served.
  func lastOtherSteps(before end: Int, most: Int) -> [Int] {
    let trace = engine.pointee.trace
    let steps = (trace.first..<min(end, trace.count)).reversed()
    return steps.lazy.filter { !isServed(by: trace.steps[$0]) }.prefix(most).reversed()
  }

  /// Whether a step is one by which libdispatch serves channels: of such a block, or on a queue of theirs.
  private func isServed(by step: StepRecord) -> Bool {
    (step.object.kind == .queue && isOfChannels(step.object)) || serves(step.task)
  }

  private func isOfChannels(_ queue: ObjectID) -> Bool {
    naming.object(queue).label?.hasPrefix(OpenChannels.queues) == true
  }

  private func label(_ task: TaskID) -> String? {
    let queue = engine.pointee.world.queue(of: task)
    return queue == .none ? nil : naming.object(queue).label
  }

  private var need: ChannelNeed? {
    if engine.pointee.world.openSources(of: .read).contains(where: isOfDispatch) { return .data }
    return engine.pointee.world.openSources(of: .write).contains(where: isOfDispatch) ? .room : nil
  }

  /// Whether libdispatch made a source itself, as it does for channels.
  private func isOfDispatch(_ source: ObjectID) -> Bool {
    guard let site = engine.pointee.records.find(source)?.pointee.site else { return false }
    return gcdc_is_dispatch_address(UnsafeRawPointer(bitPattern: UInt(site.rawValue)))
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
    return [.openChannel(location: places.first, awaits: need)]
  }
}
#endif
