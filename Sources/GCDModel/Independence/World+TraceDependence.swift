// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What the recorded steps of a finished run used (Algorithms.md "Independence").
///
/// The same relation as `addFootprint`, derived from the record instead of the state at the moment: where the
/// record does not say enough, two steps count as one that depends on the other. It leaves out what makes no
/// step, such as entering a group that is not empty.
extension World {
  /// - Parameter index: Where the step is in the run; each step once, from the first to the last.
  public mutating func addUses(
    of step: RecordedStep, at index: Int, _ traceDependence: inout TraceDependence, to uses: inout StepUses
  ) {
    uses.removeAll()
    uses.name = UInt64(step.kind.rawValue) << 1 | (step.result < 0 ? 1 : 0)
    switch step.kind.uses {
    case .semaphoreSignal:
      let value = traceDependence.values[step.object.index]
      uses.add(resource(step.object), value >= 1 ? .add : .write)
      traceDependence.values[step.object.index] = value &+ 1
    case .semaphoreWait:
      let value = traceDependence.values[step.object.index]
      uses.add(resource(step.object), value >= 2 ? .take : .write)
      if step.result >= 0 { traceDependence.values[step.object.index] = value &- 1 }
    case .nothing: break
    case .blockStart: useBegin(Int(step.task.rawValue), &uses)
    case .blockEnd: useEnd(index, Int(step.task.rawValue), &traceDependence, &uses)
    case .submission:
      // What has a deadline comes to its queue with a step of its own.
      if core.tasks.at[Int(step.other)].tieOwner < 0 { useSubmission(Int(step.other), &uses) }
    case .arrival:
      uses.add(0x6172_7269_7661_6c73, .write)
      useSubmission(Int(step.task.rawValue), &uses)
    case .sync: useSync(step, &traceDependence, &uses)
    case .turn: useTurn(step, &traceDependence, &uses)
    case .syncEnd: useEndSync(step, &traceDependence, &uses)
    case .submissionWithWait:
      usePool(&uses)
      useLane(laneIndex(step.object), .write, &uses)
    case .suspension: useSuspension(laneIndex(step.object), &uses)
    case .mainQueue: useSuspension(0, &uses)
    case .groupEnter: useEnter(step.object, &traceDependence, &uses)
    case .groupLeave: useLeave(index, step.object.index, &traceDependence, &uses)
    case .groupWait: uses.add(resource(step.object, 1), .read)
    // Who has been woken comes after the `leave` that did it in any case.
    case .groupWake: if step.result < 0 { uses.add(resource(step.object, 1), .read) }
    case .groupNotify: useNotify(step.object, Int(step.other), &traceDependence, &uses)
    case .onceBegin: uses.add(resource(step.object), step.result == 0 ? .read : .write)
    case .shared: uses.add(resource(step.object), sharedMode(of: step.object))
    case .onceEnd, .lock, .unlock, .exclusive: uses.add(resource(step.object), .write)
    case .conditionWait, .conditionWake:
      uses.add(resource(step.object), .write)
      uses.add(resource(ObjectID(rawValue: step.other)), .write)
    case .join, .thread:
      uses.add(resource(step.object), .write)
      uses.add(resource(step.object, 1), .write)
    case .workItem:
      uses.add(resource(step.object), .write)
      useEmptying(workItems.table.at[step.object.index].group, &traceDependence, &uses)
    case .hop:
      uses.add(resource(step.object), .write)
      if step.other != 0 { uses.add(resource(ObjectID(rawValue: step.other)), .write) }
    case .swiftTask:
      if step.object.rawValue == 0 { uses.isTotal = true } else { uses.add(resource(step.object), .write) }
    case .swiftTaskEnd: uses.add(resource(step.object, 1), .write)
    case .swiftTaskWait: uses.add(resource(step.object, 1), .read)
    case .swiftGroupWait: uses.add(groups(of: step.object), .write)
    case .libraryState: uses.add(FootprintRecorder.libraryState, .write)
    case .everything: uses.isTotal = true
    }
  }

  // MARK: Groups

  private mutating func useEnter(
    _ group: ObjectID, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    let isEmpty = traceDependence.isEmpty[group.index]
    uses.add(resource(group), isEmpty ? .write : .add)
    if isEmpty { uses.add(resource(group, 1), .write) }
    traceDependence.isEmpty[group.index] = false
  }

  private mutating func useNotify(
    _ group: ObjectID, _ item: Int, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    uses.add(resource(group, 1), .read)
    if traceDependence.isEmpty[group.index] {
      useSubmission(item, &uses)
    } else {
      uses.add(resource(group, 2), .write)
      traceDependence.notifies.append((group.index, item))
    }
  }

  private mutating func useLeave(
    _ index: Int, _ group: Int, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    uses.add(resource(ObjectID(.group, group)), .take)
    // By its index: `last` allocates where nothing is optimised.
    let count = traceDependence.emptyings.count
    if count == 0 || traceDependence.emptyings[count &- 1] != index { return }
    traceDependence.emptyings.removeLast()
    uses.emptied = ObjectID(.group, group)
  }

  /// That a group becomes empty is an event of its own, since no task can observe which one left it last.
  ///
  /// - Returns: its name.
  public mutating func addEmptying(
    of group: ObjectID, _ traceDependence: inout TraceDependence, to uses: inout StepUses
  ) -> UInt64 {
    uses.removeAll()
    traceDependence.emptied[group.index] += 1
    useEmptying(group.index, &traceDependence, &uses)
    return fold(stableID(of: group), traceDependence.emptied[group.index])
  }

  private mutating func useEmptying(
    _ group: Int, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    let object = ObjectID(.group, group)
    uses.add(resource(object), .write)
    uses.add(resource(object, 1), .write)
    uses.add(resource(object, 2), .write)
    traceDependence.isEmpty[group] = true
    if traceDependence.notifies.isEmpty { return }
    for notify in traceDependence.notifies where notify.group == group { useSubmission(notify.item, &uses) }
    traceDependence.notifies.removeAll { $0.group == group }
  }

  // MARK: Blocks

  private mutating func useSubmission(_ item: Int, _ uses: inout StepUses) {
    usePool(&uses)
    let lane = core.tasks.at[item].lane
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if isAlone(lane) && queues.lanes.at[lane].kind == .serial {
      uses.add(tail(lane), .write)
    } else {
      useLane(lane, core.tasks.at[item].isBarrier ? .write : sharedMode(lane), &uses)
    }
  }

  private mutating func useBegin(_ task: Int, _ uses: inout StepUses) {
    if core.tasks.at[task].kind == .thread { return }
    if core.tasks.at[task].isInternal || core.tasks.at[task].source >= 0 {
      uses.isTotal = true
      return
    }
    usePool(&uses)
    useHead(core.tasks.at[task].lane, isExclusive: core.tasks.at[task].isBarrier, &uses)
  }

  private mutating func useEnd(
    _ index: Int, _ task: Int, _ traceDependence: inout TraceDependence, _ uses: inout StepUses
  ) {
    if core.tasks.at[task].source >= 0 || core.tasks.at[task].host >= 0
      || (core.tasks.at[task].thread >= 0 && locks.hasRobust)
    {
      uses.isTotal = true
      return
    }
    usePool(&uses)
    useHead(core.tasks.at[task].lane, isExclusive: core.tasks.at[task].isBarrier, &uses)
    if task == 1 && queues.main.host != .served { useLane(0, .write, &uses) }
    if core.tasks.at[task].thread >= 0 {
      uses.add(resource(ObjectID(.thread, core.tasks.at[task].thread)), .write)
    }
    if core.tasks.at[task].group >= 0 { useLeave(index, core.tasks.at[task].group, &traceDependence, &uses) }
  }
}
