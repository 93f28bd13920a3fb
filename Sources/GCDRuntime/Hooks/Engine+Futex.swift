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
extension Engine {
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
    switch operation & Engine.commandMask {
    case Engine.wait, Engine.waitBitset:
      if word.pointee != value { return fail(EAGAIN) }
      let isAbsolute = operation & Engine.commandMask == Engine.waitBitset
      let deadline = futexDeadline(timeout, isAbsolute: isAbsolute)
      let result = step(Operation(.futexWait, futexObject(word, site), argument: deadline), site)
      return result == 0 ? 0 : fail(ETIMEDOUT)
    case Engine.wake, Engine.wakeBitset:
      return Int(step(Operation(.futexWake, futexObject(word, site), argument: UInt64(value)), site))
    case Engine.requeue, Engine.compareRequeue:
      if operation & Engine.commandMask == Engine.compareRequeue, word.pointee != value3 {
        return fail(EAGAIN)
      }
      // Waking everybody is allowed: waiters look at their word again.
      return Int(step(Operation(.futexWake, futexObject(word, site), argument: UInt64(Int32.max)), site))
    case Engine.lockPI, Engine.lockPI2:
      return lockOwned(word, operation, value, timeout, site)
    case Engine.tryLockPI:
      if word.pointee & Engine.ownerMask != 0 { return fail(EAGAIN) }
      word.pointee = threadID()
      return 0
    case Engine.unlockPI:
      if word.pointee & Engine.ownerMask != threadID() { return fail(EPERM) }
      word.pointee = 0
      _ = step(Operation(.futexWake, futexObject(word, site), argument: UInt64(Int32.max)), site)
      return 0
    default:
      return gcdc_real_futex(word, operation, value, timeout, word2, value3)
    }
  }

  private func lockOwned(
    _ word: UnsafeMutablePointer<UInt32>, _ operation: Int32, _ value: UInt32, _ timeout: UInt64,
    _ site: CallSite
  ) -> Int {
    let own = threadID()
    let object = futexObject(word, site)
    while true {
      let owner = word.pointee & Engine.ownerMask
      if owner == 0 {
        word.pointee = own
        return 0
      }
      if owner == own { return fail(EDEADLK) }
      if !isOurThread(owner) { return gcdc_real_futex(word, operation, value, timeout, nil, 0) }
      word.pointee |= Engine.waiters
      let deadline = futexDeadline(timeout, isAbsolute: true)
      if step(Operation(.futexWait, object, argument: deadline), site) != 0 { return fail(ETIMEDOUT) }
    }
  }

  /// The interposer gives times in virtual nanoseconds of the uptime clock, or of a span; `UInt64.max` =
  /// none.
  private func futexDeadline(_ timeout: UInt64, isAbsolute: Bool) -> UInt64 {
    if timeout == UInt64.max { return Operation.noDeadline }
    if isAbsolute { return timeout > VirtualClock.uptimeStart ? timeout - VirtualClock.uptimeStart : 0 }
    return state.pointee.world.now &+ timeout
  }

  private func futexObject(_ word: UnsafeMutablePointer<UInt32>, _ site: CallSite) -> ObjectID {
    let known = findKnown(UnsafeMutableRawPointer(word))
    if known != .none { return known }
    let object = state.pointee.world.makeFutex(creator: state.pointee.current)
    register(UnsafeMutableRawPointer(word), object, site, pinned: false)
    return object
  }

  private func threadID() -> UInt32 {
    UInt32(bitPattern: threadID(of: state.pointee.current))
  }

  private func isOurThread(_ id: UInt32) -> Bool {
    for task in state.pointee.world.unfinishedTasks {
      guard let thread = state.pointee.tasks[Int(task.rawValue)].thread else { continue }
      if UInt32(bitPattern: gcdc_thread_kernel_id(thread)) == id { return true }
    }
    return state.pointee.host == .mainThread && id == UInt32(bitPattern: state.pointee.processID)
  }

  private func fail(_ code: Int32) -> Int {
    errno = code
    return -1
  }
}
#endif
