// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// Mutexes, conditions, locked files and once tokens.
extension gcdc_hooks {
  mutating func installLocks() {
    mutex_lock = { mutex, deadline, isTry, isUser, site in
      theEngine.lockMutex(mutex, deadline, isTry, isUser, site)
    }
    mutex_unlock = { mutex, isUser, site in theEngine.unlockMutex(mutex, isUser, site) }
    mutex_consistent = { mutex in
      let engine = theEngine
      let object = engine.findKnown(mutex, .lock)
      return object != .none && engine.state.pointee.world.makeConsistent(lock: object) ? 0 : EINVAL
    }
    condition_wait = { condition, mutex, deadline, site in
      theEngine.waitForCondition(condition, mutex, deadline, site)
    }
    condition_signal = { condition, all, isUser, site in
      let engine = theEngine
      let object = engine.condition(condition, site)
      let operation = Operation(all ? .broadcastCondition : .signalCondition, object)
      _ = isUser ? engine.step(operation, site) : engine.performSilently(operation, site)
      return 0
    }
    file_lock = { file, site in _ = theEngine.lockFile(file, isTry: false, site) }
    file_try_lock = { file, site in theEngine.lockFile(file, isTry: true, site) }
    file_unlock = { file, site in theEngine.unlockFile(file, site) }
    once = { predicate, context, function, site in theEngine.once(predicate, context, function, site) }
    swift_once = { token, function, context, site in theEngine.swiftOnce(token, function, context, site) }
  }
}

extension Engine {
  /// Frees the tokens whose initialisers were abandoned: a later run starts them afresh.
  func reopenOnceTokens() {
    for token in state.pointee.openOnceTokens {
      // The runtime's token is a flag and, behind it, the word of a lock that names its owner.
      token.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    }
    state.pointee.openOnceTokens.removeAll(keepingCapacity: true)
  }

  // MARK: Mutexes

  /// A user's lock is modelled, and then taken for real, so that code outside the run still sees it as
  /// locked. A library's lock comes here only if a parked virtual thread, or a thread outside the run, has
  /// it.
  fileprivate func lockMutex(
    _ mutex: UnsafeMutableRawPointer, _ deadline: UInt64, _ isTry: Bool, _ isUser: Bool, _ site: CallSite
  ) -> Int32 {
    let until = virtualDeadline(deadline)
    if isUser {
      let object = lock(mutex, site)
      let isUnusual = state.pointee.hasUnusualLocks
      if isUnusual, !isTry, isRefused(object) { return EDEADLK }
      let result = step(Operation(isTry ? .tryLock : .lock, object, argument: until), site)
      if isUnusual, state.pointee.world.locks.isRobust(object) { return robustAnswer(result, isTry) }
      if result != 0 { return isTry ? EBUSY : ETIMEDOUT }
    }
    return lockReal(mutex, isModelled: isUser, until, site)
  }

  /// Whether the running task has a mutex that refuses to be taken by its owner again.
  private func isRefused(_ lock: ObjectID) -> Bool {
    state.pointee.world.locks.checksOwner(lock)
      && state.pointee.world.locks.owner(of: lock) == state.pointee.current
  }

  /// A robust mutex is virtual throughout: the C library keeps a list of those that a thread holds.
  private func robustAnswer(_ result: Int64, _ isTry: Bool) -> Int32 {
    switch result {
    case 0: return 0
    case World.ownerDiedResult: return EOWNERDEAD
    case World.notRecoverableResult: return ENOTRECOVERABLE
    default: return isTry ? EBUSY : ETIMEDOUT
    }
  }

  /// Takes the real mutex; while a parked virtual thread has it, others run.
  private func lockReal(
    _ mutex: UnsafeMutableRawPointer, isModelled: Bool, _ deadline: UInt64, _ site: CallSite
  ) -> Int32 {
    while !gcdc_take_lock(mutex, isModelled) {
      if !gcdc_lock_is_noted(mutex) {
        _ = gcdc_real_mutex_lock(mutex)  // a thread outside the run has it: waited for in the kernel
        gcdc_note_lock(mutex, isModelled)
        break
      }
      gcdc_count_library_waiter(true)
      let result = internalStep(Operation(.futexWait, lockWord(mutex, site), argument: deadline), site)
      gcdc_count_library_waiter(false)
      if result != 0 { return ETIMEDOUT }
    }
    order(mutex, releases: false)
    return 0
  }

  fileprivate func unlockMutex(_ mutex: UnsafeMutableRawPointer, _ isUser: Bool, _ site: CallSite) -> Int32 {
    var result: Int32 = 0
    var isWanted = false
    var wasModelled = false
    let known = isUser ? findKnown(mutex, .lock) : .none
    if state.pointee.hasUnusualLocks, known != .none {
      if state.pointee.world.locks.isRobust(known) {
        order(mutex, releases: true)
        return step(Operation(.unlock, known), site) == 0 ? 0 : EPERM
      }
      if state.pointee.world.locks.checksOwner(known),
        state.pointee.world.locks.owner(of: known) != state.pointee.current
      {
        return EPERM
      }
    }
    if isUser {
      order(mutex, releases: true)
      result = gcdc_release_lock(mutex, &wasModelled, &isWanted)
    } else {
      isWanted = gcdc_locks_are_contended()
    }
    if isWanted {
      _ = performSilently(
        Operation(.futexWake, lockWord(mutex, site), argument: UInt64(Int32.max)), site)
    }
    // Locked before the run began, or by a library for itself: the model never saw it taken.
    if !wasModelled || known == .none || state.pointee.world.locks.owner(of: known) == .none { return result }
    _ = step(Operation(.unlock, known), site)
    return result
  }

  fileprivate func waitForCondition(
    _ conditionAddress: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer, _ deadline: UInt64,
    _ site: CallSite
  ) -> Int32 {
    if mustEndNow() { return Int32(GCDC_CANCELLED) }
    let modelled = findKnown(mutex, .lock)
    // Where a library took the mutex for itself, the model never saw it.
    let isModelled =
      modelled != .none && state.pointee.world.locks.owner(of: modelled) == state.pointee.current
    order(mutex, releases: true)
    let isRobust = isModelled && state.pointee.world.locks.isRobust(modelled)
    if !isRobust {
      _ = gcdc_forget_lock(mutex)
      _ = gcdc_real_mutex_unlock(mutex)
    }
    if !isModelled, gcdc_locks_are_contended() {
      _ = performSilently(
        Operation(.futexWake, lockWord(mutex, site), argument: UInt64(Int32.max)), site)
    }
    let object = condition(conditionAddress, site)
    let until = virtualDeadline(deadline)
    let result: Int64
    if isModelled {
      result = step(Operation(.conditionWait, object, other: modelled.rawValue, argument: until), site)
    } else {
      // The wait gets a lock of its own, which no other task ever wants. The real one is free already:
      // nothing may come between that and standing in line, or a signal would be lost.
      let own = state.pointee.world.makeLock(recursive: false, creator: .clock)
      result = blockImmediately(Operation(.conditionWait, object, other: own.rawValue, argument: until), site)
      _ = performSilently(Operation(.unlock, own), site)
    }
    if !isRobust { _ = lockReal(mutex, isModelled: isModelled, Operation.noDeadline, site) }
    if result == World.cancelledResult { return cancelled() }
    return isRobust ? robustAnswer(result, false) : result == 0 ? 0 : ETIMEDOUT
  }

  /// Where tasks sleep that wait for a real mutex; an address of its own next to the modelled lock's.
  private func lockWord(_ mutex: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let word = mutex + 1
    let known = findKnown(word)
    if known != .none { return known }
    let object = state.pointee.world.makeFutex(creator: .clock)
    register(word, object, site, pinned: false)
    return object
  }

  /// The interposers give deadlines in virtual nanoseconds of the uptime clock; `UInt64.max` = none.
  func virtualDeadline(_ deadline: UInt64) -> UInt64 {
    if deadline == UInt64.max { return Operation.noDeadline }
    // Never 0, which is no deadline to some operations; one that has passed long ago has passed at 1, too.
    return deadline > VirtualClock.uptimeStart ? deadline - VirtualClock.uptimeStart : 1
  }

  // MARK: Files

  /// The real stream stays unlocked: C code that locks it for the length of one call never meets an owner
  /// that is parked.
  fileprivate func lockFile(_ file: UnsafeMutableRawPointer, isTry: Bool, _ site: CallSite) -> Int32 {
    var object = findKnown(file)
    if object == .none {
      object = state.pointee.world.makeLock(recursive: true, creator: .clock)
      register(file, object, site, pinned: false)
    }
    let operation = Operation(isTry ? .tryLock : .lock, object, argument: Operation.noDeadline)
    return (gcdc_is_user_site(site) ? step(operation, site) : internalStep(operation, site)) == 0 ? 0 : 1
  }

  fileprivate func unlockFile(_ file: UnsafeMutableRawPointer, _ site: CallSite) {
    let object = findKnown(file)
    if object == .none || state.pointee.world.locks.owner(of: object) == .none { return }
    _ = performSilently(Operation(.unlock, object), site)
  }

  // MARK: Once

  fileprivate func once(
    _ predicate: UnsafeMutablePointer<Int>, _ context: UnsafeMutableRawPointer?, _ function: CFunction,
    _ site: CallSite
  ) {
    let isInternal = !gcdc_is_user_site(site)
    let object = onceToken(predicate, hangsOnRecursion: false, site)
    let operation = Operation(.onceBegin, object)
    let isMine = isInternal ? internalStep(operation, site) : step(operation, site)
    if isMine == 0 { return order(predicate, releases: false) }
    gcdc_call(function, context)
    order(predicate, releases: true)
    predicate.pointee = -1
    let end = Operation(.onceEnd, object)
    _ = isInternal ? performSilently(end, site) : step(end, site)
  }

  /// Lazy globals and `static let`: another task that needs the same one waits for the initialiser's end.
  fileprivate func swiftOnce(
    _ token: UnsafeMutableRawPointer, _ function: UnsafeMutableRawPointer,
    _ context: UnsafeMutableRawPointer?,
    _ site: CallSite
  ) {
    let isInternal = !gcdc_is_user_site(site)
    let object = onceToken(token, hangsOnRecursion: true, site)
    let operation = Operation(.onceBegin, object)
    let isMine = isInternal ? internalStep(operation, site) : step(operation, site)
    if isMine != 0 {
      state.pointee.openOnceTokens.append(token)
      _ = gcdc_control(true)
      gcdc_real_swift_once(token, function, context)
      _ = gcdc_control(false)
      if let index = state.pointee.openOnceTokens.lastIndex(of: token) {
        state.pointee.openOnceTokens.remove(at: index)
      }
      let end = Operation(.onceEnd, object)
      _ = isInternal ? performSilently(end, site) : step(end, site)
    } else {
      order(token, releases: false)
    }
  }
}
#endif
