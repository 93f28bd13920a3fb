// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// Read-write locks, spin locks, barriers, `sem_t` and `pthread_once`: virtual throughout; the real ones keep
/// the state that they had when the run first met them.
extension gcdc_hooks {
  mutating func installPrimitives() {
    read_write_lock = { lock, isWrite, deadline, isTry, site in
      theEngine.lockReadWrite(lock, isWrite, deadline, isTry, site)
    }
    read_write_unlock = { lock, site in
      let engine = theEngine
      _ = engine.step(Operation(.unlockReadWrite, engine.readWriteLock(lock, site)), site)
      return 0
    }
    spin_lock = { lock, isTry, site in
      let engine = theEngine
      let object = engine.spinLock(lock, site)
      return engine.step(Operation(isTry ? .tryLock : .lock, object, argument: 0), site) == 0 ? 0 : EBUSY
    }
    spin_unlock = { lock, site in
      let engine = theEngine
      _ = engine.step(Operation(.unlock, engine.spinLock(lock, site)), site)
      return 0
    }
    barrier_wait = { barrier, site in
      let engine = theEngine
      let object = engine.barrier(barrier, site)
      return engine.step(Operation(.barrierWait, object), site) == 1 ? PTHREAD_BARRIER_SERIAL_THREAD : 0
    }
    sem_opened = { semaphore, name, site in
      let engine = theEngine
      let object = engine.posixSemaphore(semaphore, site)
      if let name { engine.state.pointee.names[object] = String(cString: name) }
      return 0
    }
    sem_wait = { semaphore, deadline, isTry, site in
      theEngine.waitForPosix(semaphore, deadline, isTry, site)
    }
    sem_post = { semaphore, site in
      let engine = theEngine
      let object = engine.posixSemaphore(semaphore, site)
      if engine.state.pointee.world.semaphores.value(of: object) == Int(Int32.max) { return EOVERFLOW }
      _ = engine.step(Operation(.signal, object), site)
      return 0
    }
    sem_value = { semaphore, site in
      let engine = theEngine
      let object = engine.posixSemaphore(semaphore, site)
      // Others may change it at any time: asking is a point like the reading of a variable.
      _ = engine.step(Operation(.read, object), site)
      return Int32(engine.state.pointee.world.semaphores.value(of: object))
    }
    thread_once = { control, body, site in theEngine.threadOnce(control, body, site) }
    thread_once_left = { control, site in
      let engine = theEngine
      let object = engine.findKnown(UnsafeMutableRawPointer(control))
      // The stack is being unwound: no other task runs before that is over.
      _ = engine.performSilently(Operation(.onceEnd, object, other: 1), site)
    }
    primitive_created = { address, primitive, site in theEngine.beginLife(address, primitive, site) }
    primitive_destroyed = { address in
      theEngine.state.pointee.objects.insert(UInt(bitPattern: address), .none)
    }
    primitive_is_known = { address in theEngine.findKnown(address) != .none }
  }
}

extension Engine {
  fileprivate func lockReadWrite(
    _ lock: UnsafeMutableRawPointer, _ isWrite: Bool, _ deadline: UInt64, _ isTry: Bool, _ site: CallSite
  ) -> Int32 {
    let object = readWriteLock(lock, site)
    if isTry {
      return step(Operation(isWrite ? .tryWriteLock : .tryReadLock, object), site) == 0 ? 0 : EBUSY
    }
    // glibc notices a writer that wants the lock again, and no other task.
    if state.pointee.world.readWriteLocks.writer(of: object) == state.pointee.current { return EDEADLK }
    let operation = Operation(
      isWrite ? .writeLock : .readLock, object, argument: virtualDeadline(deadline))
    return step(operation, site) == 0 ? 0 : ETIMEDOUT
  }

  fileprivate func waitForPosix(
    _ semaphore: UnsafeMutableRawPointer, _ deadline: UInt64, _ isTry: Bool, _ site: CallSite
  ) -> Int32 {
    if !isTry, mustEndNow() { return Int32(GCDC_CANCELLED) }
    let object = posixSemaphore(semaphore, site)
    let until = isTry ? 0 : virtualDeadline(deadline)
    switch step(Operation(.wait, object, argument: until), site) {
    case 0: return 0
    case World.cancelledResult: return cancelled()
    default: return isTry ? EAGAIN : ETIMEDOUT
    }
  }

  fileprivate func threadOnce(
    _ control: UnsafeMutablePointer<Int32>, _ body: @convention(c) () -> Void, _ site: CallSite
  ) {
    let object = onceToken(UnsafeMutableRawPointer(control), hangsOnRecursion: true, site)
    if step(Operation(.onceBegin, object), site) == 0 { return }
    gcdc_call_once(control, body, site)
    control.pointee = 2  // what the library's own test looks for
    _ = step(Operation(.onceEnd, object), site)
  }

  /// A primitive is registered where it is initialised, so that reports name that place; one that is not,
  /// where it is met first.
  fileprivate func beginLife(_ address: UnsafeMutableRawPointer, _ primitive: Int32, _ site: CallSite) {
    state.pointee.objects.insert(UInt(bitPattern: address), .none)
    state.pointee.leftThreads.forget(UInt(bitPattern: address))
    switch Int(primitive) {
    case GCDC_MUTEX: _ = lock(address, site)
    case GCDC_CONDITION: _ = condition(address, site)
    case GCDC_READ_WRITE_LOCK: _ = readWriteLock(address, site)
    case GCDC_SPIN_LOCK: _ = spinLock(address, site)
    case GCDC_BARRIER: _ = barrier(address, site)
    default: _ = posixSemaphore(address, site)
    }
  }

  // MARK: Objects

  fileprivate func readWriteLock(_ lock: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(lock, .readWriteLock)
    if known.rawValue != 0 { return known }
    // glibc keeps the kind at offset 48; 2 prefers writers, every other one lets readers in.
    let kind = lock.load(fromByteOffset: 48, as: UInt32.self)
    let object = state.pointee.world.makeReadWriteLock(
      prefersWriters: kind == 2, creator: state.pointee.current)
    register(lock, object, site, pinned: false)
    return object
  }

  fileprivate func spinLock(_ lock: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(lock, .lock)
    if known.rawValue != 0 { return known }
    let object = state.pointee.world.makeLock(recursive: false, creator: state.pointee.current)
    register(lock, object, site, pinned: false)
    return object
  }

  fileprivate func barrier(_ barrier: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(barrier, .barrier)
    if known.rawValue != 0 { return known }
    // glibc keeps the number of threads at offset 8.
    let count = barrier.load(fromByteOffset: 8, as: UInt32.self)
    let object = state.pointee.world.makeBarrier(count: Int(count), creator: state.pointee.current)
    register(barrier, object, site, pinned: false)
    return object
  }

  fileprivate func posixSemaphore(_ semaphore: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(semaphore, .semaphore)
    if known.rawValue != 0 { return known }
    var value: Int32 = 0
    sem_getvalue(semaphore.assumingMemoryBound(to: sem_t.self), &value)
    let object = state.pointee.world.makeSemaphore(
      value: Int(value), creator: state.pointee.current, isCancellationPoint: true)
    register(semaphore, object, site, pinned: false)
    return object
  }
}
#endif
