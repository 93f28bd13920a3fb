// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// Mutexes, conditions, locked files and once tokens.
extension gcdc_hooks {
  mutating func installLocks() {
    mutex_lock = { mutex, deadline, isTry, isUser, site in
      hooks.lockMutex(mutex, deadline, isTry, isUser, site)
    }
    mutex_unlock = { mutex, isUser, site in hooks.unlockMutex(mutex, isUser, site) }
    mutex_consistent = { mutex in
      let engine = theEngine
      let object = engine.findKnown(mutex, .lock)
      return object != .none && engine.pointee.world.makeConsistent(lock: object) ? 0 : EINVAL
    }
    condition_wait = { condition, mutex, deadline, site in
      hooks.waitForCondition(condition, mutex, deadline, site)
    }
    condition_signal = { condition, all, isUser, site in
      let engine = theEngine
      let object = engine.condition(condition, site)
      let operation = Operation(all ? .broadcastCondition : .signalCondition, object)
      _ = isUser ? engine.release(operation, site) : engine.performSilently(operation, site)
      return 0
    }
    file_lock = { file, site in _ = hooks.lockFile(file, isTry: false, site) }
    file_try_lock = { file, site in hooks.lockFile(file, isTry: true, site) }
    file_unlock = { file, site in hooks.unlockFile(file, site) }
    once = { predicate, context, function, site in hooks.once(predicate, context, function, site) }
    swift_once = { token, function, context, site in hooks.swiftOnce(token, function, context, site) }
  }
}

private var hooks: LockHooks { LockHooks(engine: theEngine) }

struct LockHooks {
  let engine: Engine

  /// How often a task is woken for a lock of a library without success before the one that unlocks it gives
  /// way.
  ///
  /// Such a lock is taken without a step. A loop whose only steps are within it (Foundation asks an operation
  /// again and again whether it has finished) would have it each time another task may continue. On a real
  /// machine the other one has a processor of its own, and sooner or later gets it.
  private static let mostMisses = 8

  /// Frees the tokens whose initialisers were abandoned: a later run starts them afresh.
  func reopenOnceTokens() {
    for token in engine.pointee.held.openOnceTokens {
      // The runtime's token is a flag and, behind it, the word of a lock that names its owner.
      token.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    }
    engine.pointee.held.openOnceTokens.removeAll(keepingCapacity: true)
  }

  // MARK: Mutexes

  /// A user's lock is modelled, and then taken for real, so that code outside the run still sees it as
  /// locked. A library's lock comes here only if a parked virtual thread, or a thread outside the run, has
  /// it.
  fileprivate func lockMutex(
    _ mutex: UnsafeMutableRawPointer, _ deadline: UInt64, _ isTry: Bool, _ isUser: Bool, _ site: CallSite
  ) -> Int32 {
    let until = engine.virtualDeadline(deadline)
    if isUser {
      let object = engine.lock(mutex, site)
      let isUnusual = engine.pointee.run.hasUnusualLocks
      if isUnusual, !isTry, isRefused(object) {
        engine.noteRefusal(of: object)
        return EDEADLK
      }
      let result = engine.step(Operation(isTry ? .tryLock : .lock, object, argument: until), site)
      if isUnusual, engine.pointee.world.locks.isRobust(object) { return robustAnswer(result, isTry) }
      if result != 0 { return isTry ? EBUSY : ETIMEDOUT }
    }
    return lockReal(mutex, isModelled: isUser, until, site)
  }

  /// Whether the running task has a mutex that refuses to be taken by its owner again.
  private func isRefused(_ lock: ObjectID) -> Bool {
    engine.pointee.world.locks.checksOwner(lock)
      && engine.pointee.world.locks.owner(of: lock) == engine.pointee.current
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
    var misses = 0
    while !gcdc_take_lock(mutex, isModelled) {
      if !gcdc_lock_is_noted(mutex) {
        _ = gcdc_real_mutex_lock(mutex)  // a thread outside the run has it: waited for in the kernel
        gcdc_note_lock(mutex, isModelled)
        break
      }
      // In a trial the model may have given the lock to this task although another one has it.
      if isModelled, ProcessCopy.current is TrialCopy {
        _ = gcdc_forget_lock(mutex)
        if gcdc_real_mutex_unlock(mutex) == 0 { continue }
        break
      }
      gcdc_count_library_waiter(true)
      let word = lockWord(mutex, site)
      engine.pointee.world.noteHolder(ofFutex: word, holder(of: mutex), misses: misses)
      let result = engine.internalStep(Operation(.futexWait, word, argument: deadline), site)
      gcdc_count_library_waiter(false)
      if result != 0 { return ETIMEDOUT }
      misses += 1
    }
    if misses > 0 { engine.pointee.world.noteTaken(lockOfFutex: lockWord(mutex, site)) }
    engine.order(mutex, releases: false)
    return 0
  }

  fileprivate func unlockMutex(_ mutex: UnsafeMutableRawPointer, _ isUser: Bool, _ site: CallSite) -> Int32 {
    var result: Int32 = 0
    var isWanted = false
    var wasModelled = false
    let known = isUser ? engine.findKnown(mutex, .lock) : .none
    if engine.pointee.run.hasUnusualLocks, known != .none {
      if engine.pointee.world.locks.isRobust(known) {
        engine.order(mutex, releases: true)
        return engine.step(Operation(.unlock, known), site) == 0 ? 0 : EPERM
      }
      if engine.pointee.world.locks.checksOwner(known),
        engine.pointee.world.locks.owner(of: known) != engine.pointee.current
      {
        return EPERM
      }
    }
    if isUser {
      engine.order(mutex, releases: true)
      result = gcdc_release_lock(mutex, &wasModelled, &isWanted)
    } else {
      isWanted = gcdc_locks_are_contended()
    }
    if isWanted {
      let word = lockWord(mutex, site)
      _ = engine.performSilently(Operation(.futexWake, word, argument: UInt64(Int32.max)), site)
      if !isUser, engine.pointee.world.misses(ofFutex: word) >= LockHooks.mostMisses {
        engine.yieldToOthers(site)
      }
    }
    // Locked before the run began, or by a library for itself: the model never saw it taken.
    if !wasModelled || known == .none || engine.pointee.world.locks.owner(of: known) == .none {
      return result
    }
    _ = engine.release(Operation(.unlock, known), site)
    return result
  }

  fileprivate func waitForCondition(
    _ conditionAddress: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer, _ deadline: UInt64,
    _ site: CallSite
  ) -> Int32 {
    if ThreadHooks(engine: engine).mustEndNow() { return Int32(GCDC_CANCELLED) }
    let modelled = engine.findKnown(mutex, .lock)
    // Where a library took the mutex for itself, the model never saw it.
    let isModelled =
      modelled != .none && engine.pointee.world.locks.owner(of: modelled) == engine.pointee.current
    engine.order(mutex, releases: true)
    let isRobust = isModelled && engine.pointee.world.locks.isRobust(modelled)
    if !isRobust {
      _ = gcdc_forget_lock(mutex)
      _ = gcdc_real_mutex_unlock(mutex)
    }
    if !isModelled, gcdc_locks_are_contended() {
      _ = engine.performSilently(
        Operation(.futexWake, lockWord(mutex, site), argument: UInt64(Int32.max)), site)
    }
    let object = engine.condition(conditionAddress, site)
    let until = engine.virtualDeadline(deadline)
    let result: Int64
    if isModelled {
      result = engine.step(Operation(.conditionWait, object, other: modelled.rawValue, argument: until), site)
    } else {
      // The wait gets a lock of its own, which no other task ever wants. The real one is free already:
      // nothing may come between that and standing in line, or a signal would be lost.
      let own = engine.pointee.world.makeLock(recursive: false, creator: .clock)
      result = engine.blockImmediately(
        Operation(.conditionWait, object, other: own.rawValue, argument: until), site)
      _ = engine.performSilently(Operation(.unlock, own), site)
    }
    if !isRobust { _ = lockReal(mutex, isModelled: isModelled, Operation.noDeadline, site) }
    if result == World.cancelledResult { return ThreadHooks(engine: engine).cancelled() }
    return isRobust ? robustAnswer(result, false) : result == 0 ? 0 : ETIMEDOUT
  }

  /// The unfinished task whose thread took a real mutex; `.none` for one outside the run.
  private func holder(of mutex: UnsafeMutableRawPointer) -> TaskID {
    guard let frame = gcdc_stack_of_holder(mutex).map({ UInt(bitPattern: $0) }) else { return .none }
    for task in engine.pointee.world.unfinishedTasks {
      guard let thread = engine.pointee.tasks[task].pointee.thread else { continue }
      var (low, high) = (UInt(0), UInt(0))
      gcdc_thread_stack(thread, &low, &high)
      if low <= frame, frame < high { return task }
    }
    return .none
  }

  /// Where tasks sleep that wait for a real mutex; an address of its own next to the modelled lock's.
  private func lockWord(_ mutex: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let word = mutex + 1
    let known = engine.findKnown(word)
    if known != .none { return known }
    let object = engine.pointee.world.makeFutex(creator: .clock)
    engine.register(word, object, site, pinned: false)
    return object
  }

  // MARK: Files

  /// The real stream stays unlocked: C code that locks it for the length of one call never meets an owner
  /// that is parked.
  fileprivate func lockFile(_ file: UnsafeMutableRawPointer, isTry: Bool, _ site: CallSite) -> Int32 {
    var object = engine.findKnown(file)
    if object == .none {
      object = engine.pointee.world.makeLock(recursive: true, creator: .clock)
      engine.register(file, object, site, pinned: false)
    }
    let operation = Operation(isTry ? .tryLock : .lock, object, argument: Operation.noDeadline)
    return (gcdc_is_user_site(site) ? engine.step(operation, site) : engine.internalStep(operation, site))
      == 0 ? 0 : 1
  }

  fileprivate func unlockFile(_ file: UnsafeMutableRawPointer, _ site: CallSite) {
    let object = engine.findKnown(file)
    if object == .none || engine.pointee.world.locks.owner(of: object) == .none { return }
    _ = engine.performSilently(Operation(.unlock, object), site)
    let steps = engine.pointee.trace.count
    if steps < Engine.mostOrderedSteps {
      engine.pointee.notes.unlockedStreams.append(
        UnlockNote(task: engine.pointee.current, lock: object, steps: steps))
    }
  }

  // MARK: Once

  fileprivate func once(
    _ predicate: UnsafeMutablePointer<Int>, _ context: UnsafeMutableRawPointer?, _ function: CFunction,
    _ site: CallSite
  ) {
    let isInternal = !gcdc_is_user_site(site)
    let object = engine.onceToken(predicate, hangsOnRecursion: false, site)
    let operation = Operation(.onceBegin, object)
    let isMine = isInternal ? engine.internalStep(operation, site) : engine.step(operation, site)
    if isMine == 0 { return engine.order(predicate, releases: false) }
    gcdc_call(function, context)
    engine.order(predicate, releases: true)
    predicate.pointee = -1
    let end = Operation(.onceEnd, object)
    _ = isInternal ? engine.performSilently(end, site) : engine.step(end, site)
  }

  /// Lazy globals and `static let`: another task that needs the same one waits for the initialiser's end.
  fileprivate func swiftOnce(
    _ token: UnsafeMutableRawPointer, _ function: UnsafeMutableRawPointer,
    _ context: UnsafeMutableRawPointer?,
    _ site: CallSite
  ) {
    let isInternal = !gcdc_is_user_site(site)
    let object = engine.onceToken(token, hangsOnRecursion: true, site)
    let operation = Operation(.onceBegin, object)
    let isMine = isInternal ? engine.internalStep(operation, site) : engine.step(operation, site)
    if isMine != 0 {
      engine.pointee.held.openOnceTokens.append(token)
      _ = gcdc_control(true)
      gcdc_real_swift_once(token, function, context)
      _ = gcdc_control(false)
      if let index = engine.pointee.held.openOnceTokens.lastIndex(of: token) {
        engine.pointee.held.openOnceTokens.remove(at: index)
      }
      let end = Operation(.onceEnd, object)
      _ = isInternal ? engine.performSilently(end, site) : engine.step(end, site)
    } else {
      engine.order(token, releases: false)
    }
  }
}
#endif
