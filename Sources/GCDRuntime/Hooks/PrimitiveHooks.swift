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
      hooks.lockReadWrite(lock, isWrite, deadline, isTry, site)
    }
    read_write_unlock = { lock, site in
      let engine = theEngine
      _ = engine.release(Operation(.unlockReadWrite, hooks.readWriteLock(lock, site)), site)
      return 0
    }
    spin_lock = { lock, isTry, site in
      let engine = theEngine
      let object = hooks.spinLock(lock, site)
      return engine.step(Operation(isTry ? .tryLock : .lock, object, argument: 0), site) == 0 ? 0 : EBUSY
    }
    spin_unlock = { lock, site in
      let engine = theEngine
      _ = engine.release(Operation(.unlock, hooks.spinLock(lock, site)), site)
      return 0
    }
    barrier_wait = { barrier, site in
      let engine = theEngine
      let object = hooks.barrier(barrier, site)
      return engine.step(Operation(.barrierWait, object), site) == 1 ? PTHREAD_BARRIER_SERIAL_THREAD : 0
    }
    sem_opened = { semaphore, name, site in
      let engine = theEngine
      let object = hooks.posixSemaphore(semaphore, site)
      if let name { engine.pointee.notes.names[object] = String(cString: name) }
      return 0
    }
    sem_wait = { semaphore, deadline, isTry, site in
      hooks.waitForPosix(semaphore, deadline, isTry, site)
    }
    sem_post = { semaphore, site in
      let engine = theEngine
      let object = hooks.posixSemaphore(semaphore, site)
      if engine.pointee.world.semaphores.value(of: object) == Int(Int32.max) { return EOVERFLOW }
      _ = engine.release(Operation(.signal, object), site)
      return 0
    }
    sem_value = { semaphore, site in
      let engine = theEngine
      let object = hooks.posixSemaphore(semaphore, site)
      // Others may change it at any time: asking is a point like the reading of a variable.
      _ = engine.step(Operation(.read, object), site)
      return Int32(engine.pointee.world.semaphores.value(of: object))
    }
    thread_once = { control, body, site in hooks.threadOnce(control, body, site) }
    thread_once_left = { control, site in
      let engine = theEngine
      let object = engine.findKnown(UnsafeMutableRawPointer(control))
      // The stack is being unwound: no other task runs before that is over.
      _ = engine.performSilently(Operation(.onceEnd, object, other: 1), site)
    }
    primitive_created = { address, primitive, site in hooks.beginLife(address, primitive, site) }
    primitive_destroyed = { address in
      theEngine.pointee.objects.insert(UInt(bitPattern: address), .none)
    }
    primitive_is_known = { address in theEngine.findKnown(address) != .none }
  }
}

private var hooks: PrimitiveHooks { PrimitiveHooks(engine: theEngine) }

struct PrimitiveHooks {
  let engine: Engine

  fileprivate func lockReadWrite(
    _ lock: UnsafeMutableRawPointer, _ isWrite: Bool, _ deadline: UInt64, _ isTry: Bool, _ site: CallSite
  ) -> Int32 {
    let object = readWriteLock(lock, site)
    if isTry {
      return engine.step(Operation(isWrite ? .tryWriteLock : .tryReadLock, object), site) == 0 ? 0 : EBUSY
    }
    // glibc notices a writer that wants the lock again, and no other task.
    if engine.pointee.world.readWriteLocks.writer(of: object) == engine.pointee.current {
      engine.noteRefusal(of: object)
      return EDEADLK
    }
    let operation = Operation(
      isWrite ? .writeLock : .readLock, object, argument: engine.virtualDeadline(deadline))
    return engine.step(operation, site) == 0 ? 0 : ETIMEDOUT
  }

  fileprivate func waitForPosix(
    _ semaphore: UnsafeMutableRawPointer, _ deadline: UInt64, _ isTry: Bool, _ site: CallSite
  ) -> Int32 {
    if !isTry, ThreadHooks(engine: engine).mustEndNow() { return Int32(GCDC_CANCELLED) }
    let object = posixSemaphore(semaphore, site)
    let until = isTry ? 0 : engine.virtualDeadline(deadline)
    switch engine.step(Operation(.wait, object, argument: until), site) {
    case 0: return 0
    case World.cancelledResult: return ThreadHooks(engine: engine).cancelled()
    default: return isTry ? EAGAIN : ETIMEDOUT
    }
  }

  fileprivate func threadOnce(
    _ control: UnsafeMutablePointer<Int32>, _ body: @convention(c) () -> Void, _ site: CallSite
  ) {
    let object = engine.onceToken(UnsafeMutableRawPointer(control), hangsOnRecursion: true, site)
    if engine.step(Operation(.onceBegin, object), site) == 0 { return }
    gcdc_call_once(control, body, site)
    control.pointee = 2  // what the library's own test looks for
    _ = engine.step(Operation(.onceEnd, object), site)
  }

  /// A primitive is registered where it is initialised, so that reports name that place; one that is not,
  /// where it is met first.
  fileprivate func beginLife(_ address: UnsafeMutableRawPointer, _ primitive: Int32, _ site: CallSite) {
    engine.pointee.objects.insert(UInt(bitPattern: address), .none)
    engine.pointee.process.survivors.forget(UInt(bitPattern: address))
    switch Int(primitive) {
    case GCDC_MUTEX: _ = engine.lock(address, site)
    case GCDC_CONDITION: _ = engine.condition(address, site)
    case GCDC_READ_WRITE_LOCK: _ = readWriteLock(address, site, isMadeHere: true)
    case GCDC_SPIN_LOCK: _ = spinLock(address, site)
    case GCDC_BARRIER: _ = barrier(address, site)
    default: _ = posixSemaphore(address, site)
    }
  }

  // MARK: Objects

  fileprivate func readWriteLock(
    _ lock: UnsafeMutableRawPointer, _ site: CallSite, isMadeHere: Bool = false
  ) -> ObjectID {
    let known = engine.findKnown(lock, .readWriteLock)
    if known.rawValue != 0 { return known }
    // glibc keeps the kind at offset 48; 2 prefers writers, every other one lets readers in.
    let kind = lock.load(fromByteOffset: 48, as: UInt32.self)
    let object = engine.pointee.world.makeReadWriteLock(
      prefersWriters: kind == 2, isMadeInRun: isMadeHere, creator: engine.pointee.current)
    engine.register(lock, object, site, pinned: false)
    return object
  }

  fileprivate func spinLock(_ lock: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = engine.findKnown(lock, .lock)
    if known.rawValue != 0 { return known }
    let object = engine.pointee.world.makeLock(recursive: false, creator: engine.pointee.current)
    engine.register(lock, object, site, pinned: false)
    return object
  }

  fileprivate func barrier(_ barrier: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = engine.findKnown(barrier, .barrier)
    if known.rawValue != 0 { return known }
    // glibc keeps the number of threads at offset 8.
    let count = barrier.load(fromByteOffset: 8, as: UInt32.self)
    let object = engine.pointee.world.makeBarrier(count: Int(count), creator: engine.pointee.current)
    engine.register(barrier, object, site, pinned: false)
    return object
  }

  fileprivate func posixSemaphore(_ semaphore: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = engine.findKnown(semaphore, .semaphore)
    if known.rawValue != 0 { return known }
    var value: Int32 = 0
    sem_getvalue(semaphore.assumingMemoryBound(to: sem_t.self), &value)
    let object = engine.pointee.world.makeSemaphore(
      value: Int(value), creator: engine.pointee.current, isCancellationPoint: true)
    engine.register(semaphore, object, site, pinned: false)
    return object
  }
}
#endif
