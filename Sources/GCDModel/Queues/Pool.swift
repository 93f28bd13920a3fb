// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The worker pool (libdispatch.md 0, fact 8; 2.11): a block that starts takes a slot until it ends;
/// without a free slot it is not enabled. Blocks of a main queue that the virtual main thread serves need
/// none.
extension World {
  /// Items that could start if there were one more worker.
  public var itemsWaitingForPool: Int { mutating get { poolWaiting } }

  /// Started blocks that occupy a worker now.
  public var workersOccupied: Int { mutating get { slotsTaken } }

  mutating func needsSlot(_ item: Int) -> Bool {
    !isServedByMainThread(tasks[item].lane) && !tasks[item].isInternal
  }

  /// An item could start as far as queues go.
  mutating func makeStartable(_ item: Int) {
    if poolWidth == 0 || slotsTaken < poolWidth || !needsSlot(item) {
      enable(item)
    } else if !tasks[item].waitsForPool {
      waitForPool(item)
    }
  }

  /// An item cannot start any more.
  mutating func makeUnstartable(_ item: Int) {
    if tasks[item].waitsForPool { stopWaitingForPool(item) } else { disable(item) }
  }

  mutating func takeSlot(_ item: Int) {
    if !needsSlot(item) { return }
    tasks[item].holdsSlot = true
    slotsTaken += 1
    if blockedWorkers + 1 > workersNeeded { workersNeeded = blockedWorkers + 1 }
    if poolWidth > 0 && slotsTaken == poolWidth { stopStarting() }
  }

  mutating func giveSlot(_ task: Int) {
    if !tasks[task].holdsSlot { return }
    tasks[task].holdsSlot = false
    blockedWorkers -= 1  // the task has just been disabled for ever
    slotsTaken -= 1
    while poolHead >= 0 && slotsTaken < poolWidth {
      let item = poolHead
      stopWaitingForPool(item)
      enable(item)
    }
  }

  /// The last slot is gone: whoever has not started waits. Rare, hence a walk over the enabled set.
  private mutating func stopStarting() {
    var task = tasks[0].younger
    while task != 0 {
      let next = tasks[task].younger
      if tasks[task].phase == .queued && needsSlot(task) {
        disable(task)
        waitForPool(task)
      }
      task = next
    }
  }

  private mutating func waitForPool(_ item: Int) {
    tasks[item].waitsForPool = true
    tasks[item].older = poolTail
    tasks[item].younger = -1
    if poolTail >= 0 { tasks[poolTail].younger = item } else { poolHead = item }
    poolTail = item
    poolWaiting += 1
  }

  private mutating func stopWaitingForPool(_ item: Int) {
    tasks[item].waitsForPool = false
    let older = tasks[item].older
    let younger = tasks[item].younger
    if older >= 0 { tasks[older].younger = younger } else { poolHead = younger }
    if younger >= 0 { tasks[younger].older = older } else { poolTail = older }
    poolWaiting -= 1
  }
}
