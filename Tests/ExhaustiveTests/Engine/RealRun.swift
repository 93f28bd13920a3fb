// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDVocabulary
import Glibc

/// Plays a small program once through the calls of Dispatch and the thread library.
// All tasks of a controlled run are on one thread of the operating system.
final class RealRun: @unchecked Sendable {
  private typealias WaitingCall =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// Swift hides the function; looked up before the first run.
  private static let asyncAndWait = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "dispatch_async_and_wait_f"), to: WaitingCall?.self)

  private let program: SmallProgram
  private var queues: [DispatchQueue] = []
  private let groups: [DispatchGroup]
  private let semaphores: [DispatchSemaphore]
  private let locks: [UnsafeMutablePointer<pthread_mutex_t>]
  private let readWriteLock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var variables: [UInt64]
  /// What each block has seen so far.
  private var views: [UInt64]
  /// By block: the action that it has come to; as many as there are = it is over.
  private var places: [Int]

  init(_ program: SmallProgram) {
    self.program = program
    groups = (0..<program.groups).map { _ in DispatchGroup() }
    semaphores = program.semaphores.map { DispatchSemaphore(value: $0) }
    locks = (0..<program.locks).map { _ in
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
      return lock
    }
    pthread_rwlock_init(readWriteLock, nil)
    pthread_cond_init(condition, nil)
    variables = [UInt64](repeating: 0, count: program.variables)
    views = [UInt64](repeating: 0, count: program.blocks.count)
    places = [Int](repeating: -1, count: program.blocks.count)
    for queue in program.queues { queues.append(make(queue)) }
  }

  private func make(_ queue: SmallProgram.Queue) -> DispatchQueue {
    if queue.isGlobal { return .global() }
    var attributes: DispatchQueue.Attributes = queue.isSerial ? [] : .concurrent
    if queue.isInactive { attributes.insert(.initiallyInactive) }
    return DispatchQueue(
      label: "queue \(queues.count)", attributes: attributes, target: queue.target.map { queues[$0] })
  }

  deinit {
    for lock in locks { lock.deallocate() }
    readWriteLock.deallocate()
    condition.deallocate()
  }

  /// Makes the objects fit to be released: what was made inactive is so still.
  func retire() {
    for queue in queues { queue.activate() }
  }

  /// Everything that the run can be told by.
  var outcome: String { "\(variables) \(views) \(places)" }

  /// Runs a block, and block 0 first.
  func run(_ block: Int = 0) {
    let deeds = program.blocks[block]
    places[block] = 0
    var index = 0
    while index < deeds.count {
      index += 1 + perform(deeds[index], block, index)
      places[block] = index
    }
  }

  private func note(_ value: Int, _ block: Int) {
    views[block] = fold(views[block], UInt64(bitPattern: Int64(value)))
  }

  /// Returns how many deeds are skipped.
  private func perform(_ action: Action, _ block: Int, _ index: Int) -> Int {
    switch action {
    case .async(let queue, let next, let isBarrier, let group):
      queues[queue].async(group: group.map { groups[$0] }, flags: isBarrier ? .barrier : []) { [self] in
        run(next)
      }
    case .sync(let queue, let next, let isBarrier):
      if isBarrier {
        queues[queue].sync(flags: .barrier) { run(next) }
      } else {
        queues[queue].sync { run(next) }
      }
    case .asyncAndWait(let queue, let next): asyncAndWait(queue, next)
    case .after(let queue, let next, let delay):
      queues[queue].asyncAfter(deadline: time(delay)) { [self] in run(next) }
    case .enter(let group): groups[group].enter()
    case .leave(let group): groups[group].leave()
    case .groupWait(let group, let timeout):
      note(groups[group].wait(timeout: time(timeout)) == .success ? 0 : 1, block)
    case .notify(let group, let queue, let next):
      groups[group].notify(queue: queues[queue]) { [self] in run(next) }
    case .signal(let semaphore): semaphores[semaphore].signal()
    case .wait(let semaphore, let timeout):
      note(semaphores[semaphore].wait(timeout: time(timeout)) == .success ? 0 : 1, block)
    case .suspend(let queue): queues[queue].suspend()
    case .resume(let queue): queues[queue].resume()
    case .activate(let queue): queues[queue].activate()
    case .lock(let lock): pthread_mutex_lock(locks[lock])
    case .unlock(let lock): pthread_mutex_unlock(locks[lock])
    case .tryLock(let lock, let skips):
      let isHeld = pthread_mutex_trylock(locks[lock]) != 0
      note(isHeld ? 1 : 0, block)
      return isHeld ? skips : 0
    case .readLock: pthread_rwlock_rdlock(readWriteLock)
    case .writeLock: pthread_rwlock_wrlock(readWriteLock)
    case .unlockReadWrite: pthread_rwlock_unlock(readWriteLock)
    case .conditionWait(let lock, _): pthread_cond_wait(condition, locks[lock])
    case .signalCondition(let all):
      if all { pthread_cond_broadcast(condition) } else { pthread_cond_signal(condition) }
    case .thread(let next): startThread(next)
    case .join: break
    case .sleep(let time):
      var time = timespec(tv_sec: 0, tv_nsec: Int(time))
      nanosleep(&time, nil)
    case .touch(let variable):
      views[block] = fold(views[block], variables[variable])
      variables[variable] = fold(variables[variable], UInt64(block) &* 64 &+ UInt64(index))
    }
    return 0
  }

  private func time(_ timeout: UInt64?) -> DispatchTime {
    timeout.map { $0 == 0 ? .now() : .now() + .nanoseconds(Int($0)) } ?? .distantFuture
  }

  private final class Start {
    let run: RealRun
    let block: Int
    init(_ run: RealRun, _ block: Int) { (self.run, self.block) = (run, block) }
  }

  private func asyncAndWait(_ queue: Int, _ block: Int) {
    let context = Unmanaged.passRetained(Start(self, block)).toOpaque()
    RealRun.asyncAndWait?(Unmanaged.passUnretained(queues[queue]).toOpaque(), context) { context in
      let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
      start.run.run(start.block)
    }
  }

  private func startThread(_ block: Int) {
    var identity = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_create(
      &identity, &attributes,
      { context in
        let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
        start.run.run(start.block)
        return nil
      }, Unmanaged.passRetained(Start(self, block)).toOpaque())
  }
}
