// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Work items: made, called, cancelled, waited for, observed.
extension gcdc_hooks {
  mutating func installItems() {
    will_create_item = { block, site in
      if block == nil { theEngine.fault(.nullBlock, .none, site) }
    }
    item_created = { item, site in
      _ = hooks.takeItem(item, site, creator: theEngine.pointee.current)
    }
    item_invoke = { item, site in hooks.invoke(item, site) }
    item_cancel = { block, site in hooks.cancelItem(block, site) }
    item_test_cancel = { block, site in
      let engine = theEngine
      let item = hooks.item(block, orElse: .invalidBlockTestCancelled, site)
      return Int(engine.step(Operation(.itemTestCancel, item), site))
    }
    item_wait = { block, timeout, site in
      let engine = theEngine
      let item = hooks.item(block, orElse: .invalidBlockObject, site)
      return engine.timed(Operation(.itemWait, item, argument: engine.deadline(timeout)), site)
    }
    item_notify = { block, queue, work, site in
      let engine = theEngine
      let item = hooks.item(block, orElse: .invalidBlockObserved, site)
      hooks.refuseNullBlock(work, item, site)
      let notification = engine.makeItem(.notify, engine.queue(queue), work, by: .itemNotify, site)
      _ = engine.step(Operation(.itemNotify, item, other: notification.rawValue), site)
    }
    block_perform = { flags, site in
      if flags > ItemHooks.blockFlags { theEngine.fault(.invalidPerformFlags, .none, site) }
    }
  }
}

private var hooks: ItemHooks { ItemHooks(engine: theEngine) }

struct ItemHooks {
  let engine: Engine

  /// All flags that a block may have (Libdispatch.md 2.7).
  fileprivate static let blockFlags: UInt = 0xff

  /// The work item that a block is; the run ends if it is none.
  func item(_ block: UnsafeMutableRawPointer?, orElse misuse: Misuse, _ site: CallSite) -> ObjectID {
    guard let block else { engine.fault(misuse, .none, site) }
    switch gcdc_item_state_of(block) {
    case GCDC_ITEM_SOUND: return soundItem(block)
    case GCDC_ITEM_CORRUPT: engine.fault(.corruptBlockObject, .none, site)
    default: engine.fault(misuse, .none, site)
    }
  }

  /// Items are found by their groups: blocks are freed, and their addresses used again, unseen.
  private func soundItem(_ block: UnsafeMutableRawPointer) -> ObjectID {
    let facts = gcdc_item_facts_of(block)
    let known = engine.findKnown(facts.group)
    if known.kind == .workItem { return known }
    let item = takeItem(block, nil, creator: .clock)
    engine.pointee.records.find(item)?.pointee.isAdopted = true
    engine.pointee.world.adopt(
      workItem: item, runs: Int(facts.runs), isLeft: gcdc_group_count(facts.group) == 0,
      isCancelled: facts.is_cancelled, isWaitedFor: facts.is_waited_for,
      wasWaitedFor: facts.was_waited_for)
    return item
  }

  fileprivate func takeItem(
    _ block: UnsafeMutableRawPointer, _ site: CallSite, creator: TaskID
  ) -> ObjectID {
    let item = engine.pointee.world.makeWorkItem(creator: creator)
    guard let group = gcdc_item_facts_of(block).group else { internalError("a work item without a group") }
    engine.register(group, item, site, pinned: true)
    engine.pointee.items.take(block, group)
    return item
  }

  /// Notes that what a task is about to run is a work item.
  @inline(never)
  func link(_ task: TaskID, to work: gcdc_work) {
    guard let block = work.context, gcdc_item_state_of(block) == GCDC_ITEM_SOUND else { return }
    let item = soundItem(block)
    engine.noteUse(of: item)
    engine.pointee.world.link(task, toWorkItem: item)
    TestFrameworks(engine: engine).noteItem(item, of: task)
  }

  /// Notes that the running task will run a work item as soon as it has its queue.
  @inline(never)
  func expectItem(_ work: gcdc_work) {
    guard let block = work.context, gcdc_item_state_of(block) == GCDC_ITEM_SOUND else { return }
    let item = soundItem(block)
    engine.noteUse(of: item)
    engine.pointee.world.expectRun(ofWorkItem: item, by: engine.pointee.current)
  }

  /// Calls work that may be a work item, which then knows that it was not called by the program itself.
  func call(_ work: gcdc_work, isSubmission: Bool) {
    guard work.flags & UInt32(GCDC_WORK_ITEM) != 0, let item = work.context else {
      return gcdc_call(work.function, work.context)
    }
    engine.pointee.items.expected = item
    engine.pointee.items.isSubmission = isSubmission
    // Not by `work.function`: that was read before the engine took the item over.
    gcdc_call_block(item)
  }

  fileprivate func invoke(_ block: UnsafeMutableRawPointer, _ site: CallSite) {
    let task = engine.pointee.current
    let isExpected = engine.pointee.items.expected == block
    engine.pointee.items.expected = nil
    let isSubmission = isExpected && engine.pointee.items.isSubmission
    let item = self.item(block, orElse: .corruptBlockObject, site)
    engine.noteUse(of: item)
    let run = engine.pointee.world.beginRun(ofWorkItem: item, by: task, isInPlace: !isExpected)
    if run.misuse != .none { engine.fault(run.misuse, item, site) }
    if run.callsBody, let body = gcdc_item_facts_of(block).body { gcdc_call_block(body) }
    engine.noteUse(of: item)
    let isFirst = !engine.pointee.world.workItems.hasRun(item)
    engine.pointee.world.endRun(ofWorkItem: item, isInPlace: !isExpected, isSubmission: isSubmission)
    // What outlives the run keeps the state that it had before.
    if engine.pointee.records.find(item)?.pointee.isAdopted == false { gcdc_item_mark_run(block) }
    if !isFirst { return }
    // Behind the end of an item that the program runs itself there is its own code.
    let end = Operation(.itemEnd, item)
    _ = isExpected ? engine.step(end, site) : engine.release(end, site)
  }

  fileprivate func cancelItem(_ block: UnsafeMutableRawPointer?, _ site: CallSite) {
    let item = self.item(block, orElse: .invalidBlockCancelled, site)
    _ = engine.release(Operation(.itemCancel, item), site)
    if let block, engine.pointee.records.find(item)?.pointee.isAdopted == false {
      gcdc_item_mark_cancelled(block)
    }
  }

  /// A block went away, or its group was left by a task: false lets the real group be left as well.
  func leaveItem(_ item: ObjectID, _ site: CallSite) -> Bool {
    _ = engine.release(Operation(.itemEnd, item), site)
    return false
  }

  /// libdispatch copies a block before anything else, and ends the process where there is none.
  func refuseNullBlock(_ work: gcdc_work, _ object: ObjectID, _ site: CallSite) {
    if work.flags & UInt32(GCDC_WORK_BLOCK) != 0, work.context == nil {
      engine.fault(.nullBlock, object, site)
    }
  }
}
#endif
