// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One operation of a small program.
public struct Act: Equatable, Sendable {
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// queue, block, group or -1; flag = barrier
    case async
    /// queue, block; flag = barrier
    case sync
    /// queue, block; flag = barrier
    case asyncAndWait
    /// group
    case enter
    /// group
    case leave
    /// group
    case groupWait
    /// group, block, queue
    case notify
    /// semaphore
    case signal
    /// semaphore
    case wait
    /// queue
    case suspend
    /// queue
    case resume
    /// queue
    case activate
    /// mutex
    case lock
    /// mutex; its lock stands before it in the same block
    case unlock
    /// read-write lock
    case readLock
    /// read-write lock
    case writeLock
    /// read-write lock; its lock stands before it in the same block
    case unlockReadWrite
    /// condition, with mutex 0 held
    case conditionWait
    /// condition; flag = broadcast
    case signalCondition
    /// sem_t
    case posixWait
    /// sem_t
    case posixPost
  }

  public var kind: Kind
  public var object: Int
  public var block: Int
  public var second: Int
  public var flag: Bool

  public init(_ kind: Kind, _ object: Int, block: Int = -1, second: Int = -1, flag: Bool = false) {
    self.kind = kind
    self.object = object
    self.block = block
    self.second = second
    self.flag = flag
  }
}

/// A queue of a small program.
public struct QueueShape: Equatable, Sendable {
  public enum Kind: UInt8, Sendable {
    case serial
    case concurrent
    case global
  }

  public var kind: Kind
  /// An earlier queue, or -1.
  public var target: Int
  public var isInactive: Bool

  public init(_ kind: Kind, target: Int = -1, isInactive: Bool = false) {
    self.kind = kind
    self.target = target
    self.isInactive = isInactive
  }
}

/// A small program as data, with two mutexes, one read-write lock, one condition and
/// one `sem_t` of value 1: the model and a real process run the same one. Block 0 is the body; every other
/// block is submitted by exactly one act.
public struct Program: Equatable, Sendable {
  public var queues: [QueueShape]
  public var groups: Int
  public var semaphores: [Int]
  public var blocks: [[Act]]

  public init(queues: [QueueShape], groups: Int = 0, semaphores: [Int] = [], blocks: [[Act]]) {
    self.queues = queues
    self.groups = groups
    self.semaphores = semaphores
    self.blocks = blocks
  }

  /// One line of numbers: queues, groups, semaphores, blocks.
  public var text: String {
    var numbers: [Int] = [queues.count]
    for queue in queues { numbers += [Int(queue.kind.rawValue), queue.target, queue.isInactive ? 1 : 0] }
    numbers += [groups, semaphores.count] + semaphores + [blocks.count]
    for block in blocks {
      numbers.append(block.count)
      for act in block {
        numbers += [Int(act.kind.rawValue), act.object, act.block, act.second, act.flag ? 1 : 0]
      }
    }
    return numbers.map(String.init).joined(separator: " ")
  }
}
