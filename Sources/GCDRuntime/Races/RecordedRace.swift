// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary

/// A race of the run that has just ended, with the tasks that took part; outlives the run.
struct RecordedRace {
  struct Access {
    /// `.none`: a thread outside the run, or one that is no longer known.
    var task: TaskID
    var size: Int
    var writes: Bool
    var isAtomic: Bool
    /// Return addresses, innermost first.
    var stack: [UInt]
  }

  /// The later one first.
  var accesses: [Access]
  var isUseAfterFree: Bool
  var address: UInt
  /// One of GCDC_RACE_HEAP, …
  var location: Int32
  var locationSize: Int
  var locationTask: TaskID
  var locationStack: [UInt]

  /// The same for races between the same two places in the program, whichever access came first.
  var fingerprint: UInt64 {
    accesses.reduce(0) {
      $0 &+ mix(Site(UnsafeRawPointer(bitPattern: RecordedRace.place($1.stack))).portableValue)
    }
  }

  /// The innermost address outside the libraries.
  private static func place(_ stack: [UInt]) -> UInt {
    stack.first { !gcdc_is_library_address(UnsafeRawPointer(bitPattern: $0)) } ?? stack.first ?? 0
  }
}

extension Engine {
  /// What ThreadSanitizer has reported in this run so far.
  var races: [RecordedRace] {
    let count = gcdc_race_count()
    if count == 0 { return [] }
    let threads = threadsOfRun()
    return (0..<count).map { index in
      let race = gcdc_race_at(index)
      return RecordedRace(
        accesses: [access(race.pointee.accesses.0, threads), access(race.pointee.accesses.1, threads)],
        isUseAfterFree: race.pointee.is_use_after_free, address: race.pointee.accesses.0.address,
        location: race.pointee.location, locationSize: race.pointee.location_size,
        locationTask: threads[race.pointee.location_kernel_id] ?? .none,
        locationStack: addresses(race.pointee.location_stack, race.pointee.location_depth))
    }
  }

  private func access(_ access: gcdc_race_access, _ threads: [Int32: TaskID]) -> RecordedRace.Access {
    RecordedRace.Access(
      task: threads[access.kernel_id] ?? .none, size: Int(access.size), writes: access.writes,
      isAtomic: access.is_atomic, stack: addresses(access.stack, access.depth))
  }

  private func addresses<Addresses>(_ buffer: Addresses, _ depth: Int32) -> [UInt] {
    withUnsafeBytes(of: buffer) { Array($0.bindMemory(to: UInt.self).prefix(Int(depth))) }
  }

  /// Which task ran last on each thread of the run, by the kernel's id of the thread.
  private func threadsOfRun() -> [Int32: TaskID] {
    var workers: [UInt32: TaskID] = [0: .body]
    var threads: [VirtualThread] = []
    var index = Int(TaskID.body.rawValue)
    while index < pointee.tasks.count {
      let record = pointee.tasks.base + index
      if record.pointee.workerNumber != 0 {
        workers[record.pointee.workerNumber] = TaskID(UInt32(index))
      }
      if let thread = record.pointee.thread { threads.append(thread) }
      index += 1
    }
    if let main = pointee.pool.main { threads.append(main) }
    var idle = pointee.pool.idle
    while let thread = idle {
      threads.append(thread)
      idle = thread.pointee.next
    }
    var result: [Int32: TaskID] = [:]
    for thread in threads where thread.pointee.run == pointee.pool.run {
      result[gcdc_thread_kernel_id(thread)] = workers[thread.pointee.number]
    }
    return result
  }
}
#endif
