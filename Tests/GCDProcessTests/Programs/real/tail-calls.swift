// Licensed under the Apache License, Version 2.0; see LICENSE.
// Releases as the last thing that a closure does, which an optimised build turns into a jump. `clean` runs
// each primitive in each shape; `dead NAME` takes two of a primitive in two orders, or gives back too little.
import Dispatch
import Foundation
import Synchronization

protocol Section: AnyObject, Sendable {
  func enter()
  func leave()
}
extension NSLock: Section {
  @inline(__always) func enter() { lock() }
  @inline(__always) func leave() { unlock() }
}
extension NSRecursiveLock: Section {
  @inline(__always) func enter() { lock() }
  @inline(__always) func leave() { unlock() }
}
extension NSCondition: Section {
  @inline(__always) func enter() { lock() }
  @inline(__always) func leave() { unlock() }
}
extension DispatchSemaphore: Section {
  @inline(__always) func enter() { wait() }
  @inline(__always) func leave() { signal() }
}
// Never moved, and used by the calls of pthreads only.
final class PosixMutex: Section, @unchecked Sendable {
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() { pthread_mutex_init(mutex, nil) }
  @inline(__always) func enter() { pthread_mutex_lock(mutex) }
  @inline(__always) func leave() { pthread_mutex_unlock(mutex) }
}
// Never moved, and used by the calls of pthreads only.
final class ReadWriteLock: Section, @unchecked Sendable {
  let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  init() { pthread_rwlock_init(lock, nil) }
  @inline(__always) func enter() { pthread_rwlock_wrlock(lock) }
  @inline(__always) func leave() { pthread_rwlock_unlock(lock) }
}
// Never moved, and used by the calls of POSIX only.
final class PosixSemaphore: Section, @unchecked Sendable {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  init() { sem_init(semaphore, 0, 1) }
  @inline(__always) func enter() { sem_wait(semaphore) }
  @inline(__always) func leave() { sem_post(semaphore) }
}

// Its value is guarded by the section of the shape.
final class Sum: @unchecked Sendable {
  var value = 0
}

/// Closes the section when it is released.
final class Closing {
  let section: any Section
  init(_ section: any Section) { self.section = section }
  deinit { section.leave() }
}

func shapes<S: Section>(_ one: S, _ queue: DispatchQueue, _ pool: DispatchQueue) -> Int {
  let sum = Sum()
  let group = DispatchGroup()
  let body: @Sendable () -> Void = {
    one.enter()
    sum.value += 1
    one.leave()
  }
  let deferred: @Sendable () -> Void = {
    one.enter()
    defer { one.leave() }
    sum.value += 1
  }
  for _ in 0..<2 { queue.sync(execute: body) }
  pool.sync(flags: .barrier, execute: deferred)
  queue.async(group: group, execute: body)
  pool.async(group: group, execute: deferred)
  pool.async(group: group, flags: .barrier, execute: body)
  DispatchQueue.concurrentPerform(iterations: 3) { _ in deferred() }
  group.enter()
  queue.asyncAfter(deadline: .now() + 1) {
    one.enter()
    defer { group.leave() }
    sum.value += 1
    one.leave()
  }
  let item = DispatchWorkItem(block: body)
  pool.async(execute: item)
  item.wait()
  group.enter()
  Thread.detachNewThread {
    one.enter()
    sum.value += 1
    one.leave()
    group.leave()
  }
  let operation = BlockOperation(block: deferred)
  operation.start()
  queue.async(group: group) {
    one.enter()
    sum.value += 1
    _ = Closing(one)
  }
  group.wait()
  let told = DispatchSemaphore(value: 0)
  group.notify(queue: queue) {
    deferred()
    told.signal()
  }
  told.wait()
  return sum.value
}

func mutexShapes(_ queue: DispatchQueue) -> Int {
  let mutex = Mutex(0)
  queue.sync { mutex.withLock { $0 += 1 } }
  DispatchQueue.concurrentPerform(iterations: 3) { _ in mutex.withLock { $0 += 1 } }
  return mutex.withLock { $0 }
}

func cross<S: Section>(_ first: S, _ second: S) {
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    let (outer, inner) = index == 0 ? (first, second) : (second, first)
    outer.enter()
    inner.enter()
    inner.leave()
    outer.leave()
  }
}

func crossMutexes() {
  let first = Mutex(0)
  let second = Mutex(0)
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 {
      first.withLock { _ in
        usleep(1000)
        second.withLock { $0 += 1 }
      }
    } else {
      second.withLock { _ in
        usleep(1000)
        first.withLock { $0 += 1 }
      }
    }
  }
}

func leaveTooSeldom() {
  let group = DispatchGroup()
  for _ in 0..<2 { group.enter() }
  DispatchQueue.global().async { group.leave() }
  group.wait()
}

func run(_ arguments: [String]) -> Int32 {
  let queue = DispatchQueue(label: "serial")
  let pool = DispatchQueue(label: "concurrent", attributes: .concurrent)
  switch arguments {
  case ["clean"]:
    let sums = [
      shapes(NSLock(), queue, pool), shapes(NSRecursiveLock(), queue, pool),
      shapes(NSCondition(), queue, pool),
      shapes(DispatchSemaphore(value: 1), queue, pool), shapes(PosixMutex(), queue, pool),
      shapes(ReadWriteLock(), queue, pool), shapes(PosixSemaphore(), queue, pool),
    ]
    return sums == Array(repeating: 15, count: 7) && mutexShapes(queue) == 4 ? 0 : Int32(sums[0])
  case ["dead", "lock"]: cross(NSLock(), NSLock())
  case ["dead", "recursive-lock"]: cross(NSRecursiveLock(), NSRecursiveLock())
  case ["dead", "condition"]: cross(NSCondition(), NSCondition())
  case ["dead", "semaphore"]: cross(DispatchSemaphore(value: 1), DispatchSemaphore(value: 1))
  case ["dead", "posix-mutex"]: cross(PosixMutex(), PosixMutex())
  case ["dead", "read-write-lock"]: cross(ReadWriteLock(), ReadWriteLock())
  case ["dead", "posix-semaphore"]: cross(PosixSemaphore(), PosixSemaphore())
  case ["dead", "mutex"]: crossMutexes()
  case ["dead", "group"]: leaveTooSeldom()
  default: return 64
  }
  return 0
}

exit(run(Array(CommandLine.arguments.dropFirst())))
