// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Many waiters of one object, which become enabled and are disabled all at once: a part of the enabled set
/// that is one entry in its books.
///
/// There is one at most: that of the object whose many waiters became enabled last. Without it a signal and a
/// wait for a semaphore with n waiters cost n entries each.
///
/// Invariants, for an object that has one:
/// - Members are all tasks in the object's list of waiters. Each waits without a deadline, may not be ended
///   by a cancellation, and has a worker of the same sort.
/// - They are the entries from `start` on in the memory of `Core.enabled`, and know their places there.
///   While the wave is open those are below `enabled.count`, and else at or above it: so a task is enabled
///   when its place is below.
/// - By age they are neighbours, from `oldest` to `youngest`; while it is not open the chain is in no ring.
///
/// Whatever does not fit makes the core forget it, which leaves ordinary entries.
@usableFromInline
struct Wave {
  /// `.none` = there is none.
  var object = ObjectID.none
  /// The members are enabled.
  @usableFromInline var isOpen = false
  /// -1 = there is none.
  var start = -1
  var count = 0
  /// The xor of the shares of its members in `Core.enabledHash`.
  var hash: UInt64 = 0
  /// How many are no handlers of sources.
  var progress: UInt64 = 0
  var slot = PoolSort.none
  var oldest = -1
  var youngest = -1

  /// The first place behind it.
  var end: Int { start + count }

  /// Adds a member to the sums.
  fileprivate mutating func add(_ task: TaskState) {
    hash ^= task.stableID &+ Core.clockShare
    if task.source < 0 { progress &+= 1 }
  }

  /// Takes a member out of the sums.
  fileprivate mutating func subtract(_ task: TaskState) {
    hash ^= task.stableID &+ Core.clockShare
    if task.source < 0 { progress &-= 1 }
  }
}

extension Core {
  /// Whether a task can take a step now.
  @inlinable @inline(__always)
  mutating func isEnabled(_ task: Int) -> Bool {
    UInt(bitPattern: tasks.at[task].enabledIndex) < UInt(bitPattern: enabled.count)
  }

  /// Enables all waiters of an object.
  mutating func enableAll(_ list: TaskList, of object: ObjectID) {
    if wave.object == object { return openWave() }
    var waiter = list.head
    var count = 0
    while waiter >= 0 {
      enable(waiter)
      count += 1
      waiter = tasks.at[waiter].listNext
    }
    if count >= fewestInWave { makeWave(of: list, count, object) }
  }

  /// Disables all waiters of an object where they are a wave; false = they are none, and nothing is done.
  @inline(__always)
  mutating func closeWave(of object: ObjectID) -> Bool {
    if wave.object != object { return false }
    closeWave()
    return true
  }

  /// A waiter of an object has announced itself, and is in the list.
  ///
  /// - Parameter mayWait: it has no deadline.
  @inline(__always)
  mutating func joinWave(_ task: Int, of object: ObjectID, mayWait: Bool) {
    if wave.object == object { addToWave(task, mayWait: mayWait) }
  }

  /// A waiter makes its step, and is in the list no more; it is still enabled.
  @inline(__always)
  mutating func leaveWave(_ task: Int, of object: ObjectID) {
    if wave.object == object { removeFromWave(task) }
  }

  /// Makes ordinary entries of those that are a wave.
  mutating func forgetWave() {
    if wave.object == .none { return }
    if !wave.isOpen {
      for index in wave.start..<wave.end { tasks.at[Int(enabled.at[index].rawValue)].enabledIndex = -1 }
    }
    wave = Wave()
  }

  @inline(never)
  private mutating func makeWave(of list: TaskList, _ count: Int, _ object: ObjectID) {
    forgetWave()
    var made = Wave()
    made.object = object
    made.isOpen = true
    made.start = enabled.count - count
    made.count = count
    made.slot = tasks.at[list.head].slot
    made.oldest = list.head
    made.youngest = list.tail
    var index = made.start
    var waiter = list.head
    while waiter >= 0 {
      if tasks.at[waiter].enabledIndex != index || !fits(waiter, made) { return }
      made.add(tasks.at[waiter])
      index += 1
      waiter = tasks.at[waiter].listNext
    }
    wave = made
  }

  private mutating func fits(_ task: Int, _ wave: Wave) -> Bool {
    let state = tasks.at + task
    let deadline = state.pointee.pending.argument
    return (deadline == 0 || deadline == Operation.noDeadline) && state.pointee.heapIndex < 0
      && !state.pointee.isDue && !state.pointee.mustEnd && state.pointee.slot == wave.slot
  }

  @inline(never)
  private mutating func openWave() {
    if wave.isOpen { return }
    // Entries from the end fill the gap that tasks have left which are enabled no more.
    let gap = min(wave.start - enabled.count, wave.count)
    if wave.start > enabled.count {
      for place in 0..<gap { put(enabled.at[wave.end - 1 - place], at: enabled.count + place) }
      wave.start = enabled.count
    }
    wave.isOpen = true
    enabled.count = wave.end
    enabledHash ^= wave.hash
    progressCounter &+= wave.progress
    let older = youngest
    let younger = tasks.at[older].younger
    tasks.at[older].younger = wave.oldest
    tasks.at[wave.oldest].older = older
    tasks.at[younger].older = wave.youngest
    tasks.at[wave.youngest].younger = younger
    youngest = wave.youngest
    if wave.slot != .none { pools.at[Int(wave.slot.rawValue)].blocked -= wave.count }
  }

  @inline(never)
  private mutating func closeWave() {
    if !wave.isOpen { return }
    // It changes places with those that were enabled after it.
    let moved = min(enabled.count - wave.end, wave.count)
    let from = enabled.count - moved
    for place in 0..<moved { exchange(wave.start + place, from + place) }
    enabled.count -= wave.count
    wave.start = enabled.count
    wave.isOpen = false
    enabledHash ^= wave.hash
    let older = tasks.at[wave.oldest].older
    let younger = tasks.at[wave.youngest].younger
    tasks.at[older].younger = younger
    tasks.at[younger].older = older
    if youngest == wave.youngest { youngest = older }
    if wave.slot != .none { pools.at[Int(wave.slot.rawValue)].blocked += wave.count }
  }

  @inline(never)
  private mutating func addToWave(_ task: Int, mayWait: Bool) {
    let index = tasks.at[task].enabledIndex
    // It is not enabled exactly where the wave is closed: not so where a lock's owner locks it again.
    guard mayWait, fits(task, wave), isEnabled(task) == wave.isOpen, wave.isOpen || wave.start > enabled.count
    else { return forgetWave() }
    if wave.isOpen {
      if index < wave.start {
        wave.start -= 1
        exchange(index, wave.start)
      } else {
        exchange(index, wave.end)
      }
      unlinkByAge(task)
      linkByAge(task, after: tasks.at[wave.oldest].older)
      wave.oldest = task
    } else {
      wave.start -= 1
      put(TaskID(UInt32(task)), at: wave.start)
      tasks.at[wave.youngest].younger = task
      tasks.at[task].older = wave.youngest
      wave.youngest = task
    }
    wave.count += 1
    wave.add(tasks.at[task])
  }

  @inline(never)
  private mutating func removeFromWave(_ task: Int) {
    let index = tasks.at[task].enabledIndex
    if wave.count == 1 || !wave.isOpen || index < wave.start || index >= wave.end { return forgetWave() }
    exchange(index, wave.start)
    if task == wave.oldest {
      wave.oldest = tasks.at[task].younger
    } else {
      if task == wave.youngest { wave.youngest = tasks.at[task].older }
      unlinkByAge(task)
      linkByAge(task, after: tasks.at[wave.oldest].older)
    }
    wave.start += 1
    wave.count -= 1
    wave.subtract(tasks.at[task])
  }

  /// A task that becomes enabled takes the first place of the closed wave, which moves on by one.
  @inline(never)
  mutating func shiftWave() {
    put(enabled.at[wave.start], at: wave.end)
    wave.start += 1
  }

  /// An entry of the enabled set goes while the wave is open.
  ///
  /// - Returns: the place at which the last entry is to be put.
  @inline(never)
  mutating func vacate(_ index: Int) -> Int {
    if index >= wave.start && index < wave.end {
      forgetWave()
      return index
    }
    if index > wave.start || enabled.count > wave.end { return index }
    // The wave is last: it stays in one piece.
    wave.start -= 1
    put(enabled.at[wave.start], at: index)
    return wave.start
  }

  /// The task that is passed over leaves its neighbours.
  @inline(never) @usableFromInline
  mutating func forgetWave(with task: Int) {
    let index = tasks.at[task].enabledIndex
    if index >= wave.start && index < wave.end { forgetWave() }
  }

  private mutating func put(_ task: TaskID, at index: Int) {
    enabled.at[index] = task
    tasks.at[Int(task.rawValue)].enabledIndex = index
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    if first == second { return }
    let task = enabled.at[first]
    put(enabled.at[second], at: first)
    put(task, at: second)
  }
}
