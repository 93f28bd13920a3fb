// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// The futex system call, answered virtually: `Synchronization.Mutex`, and what of the runtime still waits in
/// the kernel.
///
/// Values and owner words are in the program's memory and keep their kernel meaning; only the waiting is
/// modelled. An owner outside the run is left to the kernel.
struct FutexHooks {
  let engine: Engine

  private static let commandMask: Int32 = 0x7f
  private static let wait: Int32 = 0
  private static let wake: Int32 = 1
  private static let requeue: Int32 = 3
  private static let compareRequeue: Int32 = 4
  private static let lockPI: Int32 = 6
  private static let unlockPI: Int32 = 7
  private static let tryLockPI: Int32 = 8
  private static let waitBitset: Int32 = 9
  private static let wakeBitset: Int32 = 10
  private static let lockPI2: Int32 = 13
  private static let waiters: UInt32 = 0x8000_0000
  private static let ownerMask: UInt32 = 0x3fff_ffff

  func futex(
    _ word: UnsafeMutablePointer<UInt32>, _ operation: Int32, _ value: UInt32, _ timeout: UInt64,
    _ word2: UnsafeMutablePointer<UInt32>?, _ value3: UInt32, _ site: CallSite
  ) -> Int {
    switch operation & FutexHooks.commandMask {
    case FutexHooks.wait, FutexHooks.waitBitset:
      if word.pointee != value { return fail(EAGAIN) }
      let deadline = engine.virtualDeadline(timeout)
      let result = engine.step(Operation(.futexWait, futexObject(word, site), argument: deadline), site)
      return result == 0 ? 0 : fail(ETIMEDOUT)
    case FutexHooks.wake, FutexHooks.wakeBitset:
      return Int(
        engine.release(Operation(.futexWake, futexObject(word, site), argument: UInt64(value)), site))
    case FutexHooks.requeue, FutexHooks.compareRequeue:
      if operation & FutexHooks.commandMask == FutexHooks.compareRequeue, word.pointee != value3 {
        return fail(EAGAIN)
      }
      // Waking every task is allowed: waiters look at their word again.
      return Int(
        engine.release(Operation(.futexWake, futexObject(word, site), argument: UInt64(Int32.max)), site))
    case FutexHooks.lockPI, FutexHooks.lockPI2:
      return lockOwned(word, operation, value, timeout, site)
    case FutexHooks.tryLockPI:
      return tryLockOwned(word, site)
    case FutexHooks.unlockPI:
      return unlockOwned(word, operation, site)
    default:
      return gcdc_real_futex(word, operation, value, timeout, word2, value3)
    }
  }

  // MARK: Words that name their owner

  /// Locking without contention is one instruction in the program, which no code sees: the model hears of a
  /// lock from the first that has to wait, and from then on until no task waits.
  private func lockOwned(
    _ word: UnsafeMutablePointer<UInt32>, _ operation: Int32, _ value: UInt32, _ timeout: UInt64,
    _ site: CallSite
  ) -> Int {
    let own = threadID()
    let owner = word.pointee & FutexHooks.ownerMask
    if isOwn(owner) { return fail(EDEADLK) }
    if owner == 0, word.pointee == 0 {
      word.pointee = own
      engine.order(word, releases: false)
      return 0
    }
    let lock = ownedLock(word, site)
    if owner != 0 {
      guard let holder = holder(owner) else {
        return gcdc_futex_as_owner(word, operation, value)  // held outside the run
      }
      engine.pointee.world.adopt(lock: lock, heldBy: holder)
      word.pointee |= FutexHooks.waiters
    }
    let result = engine.step(Operation(.lock, lock, argument: engine.virtualDeadline(timeout)), site)
    if result != 0 { return fail(ETIMEDOUT) }
    // With the bit set the owner has to ask for the unlocking, too.
    word.pointee = own | FutexHooks.waiters
    return 0
  }

  private func tryLockOwned(_ word: UnsafeMutablePointer<UInt32>, _ site: CallSite) -> Int {
    if word.pointee & FutexHooks.ownerMask != 0 { return fail(EAGAIN) }
    if word.pointee == 0 {
      word.pointee = threadID()
      engine.order(word, releases: false)
      return 0
    }
    if engine.step(Operation(.tryLock, ownedLock(word, site)), site) != 0 { return fail(EAGAIN) }
    word.pointee = threadID() | FutexHooks.waiters
    return 0
  }

  private func unlockOwned(
    _ word: UnsafeMutablePointer<UInt32>, _ operation: Int32, _ site: CallSite
  ) -> Int {
    let owner = word.pointee & FutexHooks.ownerMask
    if !isOwn(owner) { return fail(EPERM) }
    if MutexID(owner) != nil { return unlockSeen(word, site) }
    let lock = engine.findKnown(word)
    if lock == .none {
      // The model knows of no waiter: the one that does is outside the run, in the kernel. A copy of the
      // process is without it.
      guard ProcessCopy.current != nil else { return gcdc_futex_as_owner(word, operation, 0) }
      word.pointee = 0
      return 0
    }
    _ = engine.step(Operation(.unlock, lock), site)
    // Never 0 while a task waits: one who comes later may not take it in passing, unseen by the model.
    if engine.pointee.world.locks.isWanted(lock) {
      word.pointee = FutexHooks.waiters
    } else if gcdc_futex_as_owner(word, operation, 0) != 0 {
      word.pointee = 0
    }
    return 0
  }

  /// Unlocks what the task has locked without contention, which no code saw: the model hears of it now.
  private func unlockSeen(_ word: UnsafeMutablePointer<UInt32>, _ site: CallSite) -> Int {
    let lock = ownedLock(word, site)
    engine.pointee.world.adopt(lock: lock, heldBy: engine.pointee.current)
    if engine.pointee.world.core.enabled.count > 1 { engine.pointee.run.hasUnseenLocks = true }
    let operation = Operation(.unlock, lock)
    _ = engine.step(operation, site)
    // As if it were new, where no task waits: whether a schedule is the first of its process shows nowhere.
    word.pointee = engine.pointee.world.locks.isWanted(lock) ? FutexHooks.waiters : 0
    if engine.mayPauseBehindSteps { engine.releasePoint(operation, site) }
    return 0
  }

  private func ownedLock(_ word: UnsafeMutablePointer<UInt32>, _ site: CallSite) -> ObjectID {
    let address = UnsafeMutableRawPointer(word)
    let known = engine.findKnown(address)
    if known != .none { return known }
    let object = engine.pointee.world.makeLock(recursive: false, creator: engine.pointee.current)
    engine.register(address, object, site, pinned: false)
    return object
  }

  // MARK: Times, objects, threads

  private func futexObject(_ word: UnsafeMutablePointer<UInt32>, _ site: CallSite) -> ObjectID {
    let known = engine.findKnown(UnsafeMutableRawPointer(word))
    if known != .none { return known }
    let object = engine.pointee.world.makeFutex(creator: engine.pointee.current)
    engine.register(UnsafeMutableRawPointer(word), object, site, pinned: false)
    return object
  }

  /// The id with which a `Mutex` is about to be locked or unlocked: another one than its last.
  ///
  /// Others may come first, since the lock itself is seen only where it has to wait.
  func mutexID(_ site: CallSite) -> Int32 {
    if engine.mayPauseBehindSteps { engine.releasePoint(Operation(.unlock), site, isBeforeCall: true) }
    engine.pointee.run.mutexCalls &+= 1
    let id = MutexID(engine.pointee.current, call: engine.pointee.run.mutexCalls)
    return id.map { Int32($0.rawValue) } ?? Int32(bitPattern: threadID())
  }

  private func isOwn(_ owner: UInt32) -> Bool {
    MutexID(owner).map { $0.task == engine.pointee.current } ?? (owner == threadID())
  }

  private func holder(_ owner: UInt32) -> TaskID? {
    guard let id = MutexID(owner) else { return task(ofThread: owner) }
    let isKnown = id.task.rawValue < UInt32(engine.pointee.world.taskTotal)
    return isKnown && engine.pointee.world.phase(of: id.task) == .running ? id.task : nil
  }

  private func threadID() -> UInt32 { threadID(of: engine.pointee.current) }

  private func threadID(of task: TaskID) -> UInt32 { UInt32(bitPattern: engine.threadID(of: task)) }

  /// The unfinished task that runs on a thread of this kernel id.
  private func task(ofThread id: UInt32) -> TaskID? {
    for task in engine.pointee.world.unfinishedTasks
    where engine.pointee.tasks[task].pointee.thread != nil {
      if threadID(of: task) == id { return task }
    }
    return nil
  }

  private func fail(_ code: Int32) -> Int {
    errno = code
    return -1
  }
}

/// By what the word of a `Mutex` names its holder: the task, and a number of the call, so that lock and
/// unlock have two.
private struct MutexID {
  private static let callBits: UInt32 = 11
  private static let taskBits: UInt32 = 18
  let rawValue: UInt32

  /// Nil for a task beyond the numbers for which there is room.
  init?(_ task: TaskID, call: UInt32) {
    guard task.rawValue < 1 << MutexID.taskBits else { return nil }
    let number = call & (1 << MutexID.callBits - 1)
    rawValue = GCDC_MUTEX_ID_BIT | task.rawValue << MutexID.callBits | number
  }

  /// Nil for the id of a thread.
  init?(_ owner: UInt32) {
    guard owner & GCDC_MUTEX_ID_BIT != 0 else { return nil }
    rawValue = owner
  }

  var task: TaskID { TaskID((rawValue & ~GCDC_MUTEX_ID_BIT) >> MutexID.callBits) }
}
#endif
