// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One operation of a small program; blocks, objects and variables are named by number.
enum Action: Hashable {
  case async(queue: Int, block: Int, barrier: Bool, group: Int?)
  case sync(queue: Int, block: Int, barrier: Bool)
  case asyncAndWait(queue: Int, block: Int)
  case after(queue: Int, block: Int, delay: UInt64)
  case enter(Int)
  case leave(Int)
  /// Without a time forever; 0 = a poll.
  case groupWait(Int, timeout: UInt64?)
  case notify(group: Int, queue: Int, block: Int)
  case signal(Int)
  case wait(Int, timeout: UInt64?)
  case suspend(Int)
  case resume(Int)
  case activate(Int)
  case lock(Int)
  case unlock(Int)
  /// Where it fails, the given number of deeds is skipped.
  case tryLock(Int, skips: Int)
  case readLock
  case writeLock
  case unlockReadWrite
  case conditionWait(lock: Int, timeout: UInt64?)
  case signalCondition(all: Bool)
  case thread(block: Int)
  case join(block: Int)
  case sleep(UInt64)
  /// Reads and changes plain memory: no operation of the model.
  case touch(Int)
}

/// A small program that is free of data races: what touches a variable holds the lock or the serial queue
/// that belongs to it.
struct SmallProgram: Hashable {
  struct Queue: Hashable {
    var isSerial: Bool
    var target: Int?
    var isInactive = false
    var isGlobal = false
  }

  var queues: [Queue] = []
  var groups = 0
  var semaphores: [Int] = []
  var locks = 0
  var variables = 0
  /// Block 0 is the body.
  var blocks: [[Action]]
}

extension SmallProgram: CustomStringConvertible {
  var description: String {
    let head = "queues \(queues) groups \(groups) semaphores \(semaphores) locks \(locks)"
    return ([head] + blocks.enumerated().map { "  \($0.offset): \($0.element)" }).joined(separator: "\n")
  }
}
