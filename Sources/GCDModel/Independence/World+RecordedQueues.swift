// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Recorded steps at queues, by the two sides that queues have: see `World+QueueFootprint`.
extension World {
  /// A serial queue that is alone and to which only syncs came is a mutex: a sync that was in line is
  /// reported by the step with which it got its turn, as if it had come only then.
  mutating func useSync(
    _ step: RecordedStep, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    if step.other != 0 {
      uses.isTotal = true
      return
    }
    let lane = laneIndex(step.object)
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) {
      if step.isBlocked && !traceDependence.isOrdered[lane] {
        uses.isDropped = true
      } else {
        useMutex(lane, &uses)
      }
      return
    }
    let isExclusive = step.kind == .barrierSync || queues.lanes.at[lane].kind == .serial
    if queues.lanes.at[lane].kind == .concurrent {
      traceDependence.sections.append((step.task, lane, isExclusive))
    }
    useLane(lane, isExclusive ? .write : sharedMode(lane), &uses)
  }

  mutating func useTurn(
    _ step: RecordedStep, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    // With an item it is only notified of that one's end.
    if step.other != 0 { return }
    let lane = laneIndex(step.object)
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) && !traceDependence.isOrdered[lane] {
      useMutex(lane, &uses)
    } else {
      useHead(lane, isExclusive: true, &uses)
    }
  }

  private mutating func useMutex(_ lane: Int, _ uses: inout StepUses) {
    uses.name = UInt64(OperationKind.sync.rawValue) << 1
    uses.add(tail(lane), .write)
    uses.add(head(lane), .write)
  }

  mutating func useEndSync(
    _ step: RecordedStep, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    let lane = laneIndex(step.object)
    var isExclusive = true
    if lane >= 0 && queues.lanes.at[lane].kind == .concurrent,
      let section = traceDependence.sections.lastIndex(where: { $0.task == step.task && $0.lane == lane })
    {
      isExclusive = traceDependence.sections[section].isExclusive
      traceDependence.sections.remove(at: section)
    }
    useHead(lane, isExclusive: isExclusive, &uses)
  }

  /// A block begins or ends at a queue.
  mutating func useHead(_ lane: Int, isExclusive: Bool, _ uses: inout StepUses) {
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) {
      uses.add(head(lane), .write)
    } else {
      useLane(lane, isExclusive ? .write : sharedMode(lane), &uses)
    }
  }

  mutating func useSuspension(_ lane: Int, _ uses: inout StepUses) {
    if lane < 0 || queues.hasNoSuspension(lane) { return }
    if queues.lanes.at[lane].source >= 0 || queues.lanes.at[lane].firstChild >= 0 { uses.isTotal = true }
    usePool(&uses)
    useLane(lane, .write, &uses)
  }

  /// A queue as a whole, or the one at the end of its chain of targets.
  mutating func useLane(_ lane: Int, _ mode: Access.Mode, _ uses: inout StepUses) {
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    let top = root(lane)
    uses.add(tail(top), mode)
    uses.add(head(top), mode)
  }

  mutating func usePool(_ uses: inout StepUses) {
    if core.pools.limit != .unbounded { uses.add(0x706f_6f6c, .write) }
  }

  /// How a block that excludes no code uses a queue.
  mutating func sharedMode(_ lane: Int) -> Access.Mode {
    queues.lanes.at[lane].kind == .concurrent && isAlone(lane) ? .read : .write
  }
}
