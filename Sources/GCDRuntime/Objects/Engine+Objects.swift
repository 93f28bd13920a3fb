// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// From real objects to modelled ones: registered when they are made, adopted when they were there before.
extension Engine {
  // MARK: Look-up

  /// The modelled queue; NULL means the default global queue.
  func queue(_ object: UnsafeMutableRawPointer?) -> ObjectID {
    guard let object else { return queue(gcdc_default_global_queue()) }
    let known = pointee.objects.find(UInt(bitPattern: object))
    return known.rawValue != 0 ? known : adopt(object)
  }

  func group(_ object: UnsafeMutableRawPointer?) -> ObjectID { find(object) }
  func semaphore(_ object: UnsafeMutableRawPointer?) -> ObjectID { find(object) }

  /// The modelled object at this address, adopted if the run has not seen it.
  func find(_ object: UnsafeMutableRawPointer?) -> ObjectID {
    let known = pointee.objects.find(UInt(bitPattern: object))
    if known.rawValue != 0 { return known }
    guard let object else { return .none }
    return adopt(object)
  }

  /// The modelled object at this address if the run knows it.
  func findKnown(_ object: UnsafeMutableRawPointer?) -> ObjectID {
    pointee.objects.find(UInt(bitPattern: object))
  }

  /// The same for an object of one kind. What needs no call to be made or destroyed, such as a mutex on the
  /// stack, may have left its address to an object of another kind.
  func findKnown(_ object: UnsafeMutableRawPointer, _ kind: ObjectKind) -> ObjectID {
    let known = findKnown(object)
    return known.kindNumber == Int(kind.rawValue) ? known : .none
  }

  func address(of object: ObjectID) -> UnsafeMutableRawPointer? {
    guard let record = pointee.records.find(object) else { return nil }
    return UnsafeMutableRawPointer(bitPattern: record.pointee.address)
  }

  // MARK: Registration

  /// Makes `address` represent `object`; a real dispatch object is pinned until the run is over.
  func register(
    _ address: UnsafeMutableRawPointer, _ object: ObjectID, _ site: CallSite, pinned: Bool,
    adopted: Bool = false
  ) {
    let site = pointee.current == .none ? Site(site) : place(site)
    let stack = adopted ? .none : captureStack()
    pointee.objects.insert(UInt(bitPattern: address), object)
    pointee.run.lastRegistered = object
    pointee.records.set(
      object,
      ObjectRecord(
        address: UInt(bitPattern: address), site: site, stack: stack,
        tasksBefore: UInt32(truncatingIfNeeded: pointee.world.taskTotal),
        isAdopted: adopted, isReleased: false))
    if pinned {
      if !adopted { pointee.process.survivors.forget(UInt(bitPattern: address)) }
      gcdc_pin(address)
      gcdc_watch_object(address)
      pointee.held.pins.append(address)
    }
  }

  func registerQueue(_ queue: UnsafeMutableRawPointer, _ site: CallSite) {
    let facts = gcdc_queue_facts_of(queue)
    if isPoolOfSwiftTasks(facts) { return adoptCooperative(queue) }
    let target = self.queue(facts.target)
    let object = pointee.world.makeQueue(
      serial: facts.width == 1, target: target, inactive: facts.inactive,
      immutableTarget: !facts.mutable_target, creator: pointee.current)
    register(queue, object, site, pinned: true)
    TestFrameworks(engine: self).noteQueue(object, label: facts.label)
    if facts.is_workloop { pointee.world.markWorkloop(object) }
    if gcdc_is_dispatch_address(site) { pointee.world.setInternal(object) }
    if facts.inactive { pointee.held.inactiveQueues.append(queue) }
  }

  // MARK: Adoption

  /// An object from outside the run, with the state that it really has.
  private func adopt(_ object: UnsafeMutableRawPointer) -> ObjectID {
    switch gcdc_object_kind_of(object) {
    case GCDC_OBJECT_MAIN_QUEUE:
      let main = pointee.world.mainQueue
      register(object, main, nil, pinned: false, adopted: true)
      return main
    case GCDC_OBJECT_GLOBAL_QUEUE:
      let global = pointee.world.makeGlobalQueue(overcommit: isOvercommitQueue(object))
      register(object, global, nil, pinned: false, adopted: true)
      return global
    case GCDC_OBJECT_QUEUE:
      let facts = gcdc_queue_facts_of(object)
      if isPoolOfSwiftTasks(facts) {
        adoptCooperative(object)
        return pointee.objects.find(UInt(bitPattern: object))
      }
      let target = queue(facts.target)
      let adopted = pointee.world.makeQueue(
        serial: facts.width == 1, target: target, inactive: facts.inactive,
        immutableTarget: !facts.mutable_target, creator: .clock)
      if facts.is_workloop { pointee.world.markWorkloop(adopted) }
      for _ in 0..<facts.suspend_count { pointee.world.adoptSuspension(adopted) }
      register(object, adopted, nil, pinned: true, adopted: true)
      TestFrameworks(engine: self).noteQueue(adopted, label: facts.label)
      waitForRealWork(object, adopted) { gcdc_queue_is_busy(object) }
      return adopted
    case GCDC_OBJECT_GROUP:
      let adopted = pointee.world.makeGroup(creator: .clock)
      // Before it is known as an object of the run: real threads may still leave it.
      waitForRealWork(object, adopted) { gcdc_group_count(object) > 0 }
      pointee.world.setCount(Int(gcdc_group_count(object)), ofGroup: adopted)
      register(object, adopted, nil, pinned: true, adopted: true)
      noteExternalObject(adopted)
      return adopted
    case GCDC_OBJECT_SEMAPHORE:
      var original = 0
      let value = gcdc_semaphore_value(object, &original)
      let adopted = pointee.world.makeSemaphore(value: original, creator: .clock)
      pointee.world.adoptValue(adopted, Int(value))
      register(object, adopted, nil, pinned: true, adopted: true)
      noteExternalObject(adopted)
      return adopted
    default:
      return .none
    }
  }

  private func isOvercommitQueue(_ object: UnsafeMutableRawPointer) -> Bool {
    guard let label = gcdc_queue_facts_of(object).label else { return false }
    // Bytes, no String: every run that uses a global queue comes here, and is to allocate nothing.
    let suffix: StaticString = ".overcommit"
    let start = strlen(label) - suffix.utf8CodeUnitCount
    return start >= 0 && memcmp(label + start, suffix.utf8Start, suffix.utf8CodeUnitCount) == 0
  }

  /// The concurrency runtime's queues are a pool, as the global queues are: what happens there besides, a
  /// test framework's own tasks for one, is none of the run's.
  private func isPoolOfSwiftTasks(_ facts: gcdc_queue_facts) -> Bool {
    guard facts.width != 1, let label = facts.label else { return false }
    return strcmp(label, "Swift global concurrent queue") == 0
  }

  private func adoptCooperative(_ queue: UnsafeMutableRawPointer) {
    // It is never released, and other threads may use it at any time: like a global queue it is not watched.
    let pool = pointee.world.makeGlobalQueue(cooperative: true)
    register(queue, pool, nil, pinned: false, adopted: true)
  }

  /// Lets real work that continues when the run takes over an object come to its end: blocks on a queue,
  /// entries of a group. What is still there after two seconds is noted, and not waited for again.
  private func waitForRealWork(
    _ address: UnsafeMutableRawPointer, _ object: ObjectID, _ isBusy: () -> Bool
  ) {
    if !isBusy() { return }
    let key = UInt(bitPattern: address)
    if !pointee.exploration.busyObjects.contains(key) {
      let start = gcdc_real_monotonic_ns()
      while isBusy(), gcdc_real_monotonic_ns() - start < WorkInFlight.longestWait {
        usleep(500)
        pointee.activity &+= 1
      }
      if !isBusy() { return }
      pointee.exploration.busyObjects.insert(key)
    }
    pointee.notes.workInFlight.append(object)
  }

  // MARK: Objects known by an address only

  /// The lock at this address; its kind is read from the real one.
  func lock(_ mutex: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(mutex, .lock)
    if known.rawValue != 0 { return known }
    // glibc keeps the kind at offset 16; its lowest two bits are 1 for a recursive mutex, 2 for one that
    // checks for errors; the fifth is set for a robust one.
    let kind = mutex.load(fromByteOffset: 16, as: Int32.self)
    if kind & (2 | 16) != 0 { pointee.run.hasUnusualLocks = true }
    let object = pointee.world.makeLock(
      recursive: kind & 3 == 1, checksOwner: kind & 3 == 2, isRobust: kind & 16 != 0,
      creator: pointee.current)
    register(mutex, object, site, pinned: false)
    return object
  }

  func condition(_ condition: UnsafeMutableRawPointer, _ site: CallSite) -> ObjectID {
    let known = findKnown(condition, .condition)
    if known.rawValue != 0 { return known }
    let object = pointee.world.makeCondition(creator: pointee.current)
    register(condition, object, site, pinned: false)
    return object
  }

  /// The token at this address, which the program does not see finished.
  func onceToken(_ token: UnsafeMutableRawPointer, hangsOnRecursion: Bool, _ site: CallSite) -> ObjectID {
    let known = findKnown(token, .once)
    // One that is finished here only was assigned anew, or lay there on a stack before.
    if known.rawValue != 0, !pointee.world.onces.isDone(known) { return known }
    let object = pointee.world.makeOnce(
      hangsOnRecursion: hangsOnRecursion, creator: pointee.current)
    register(token, object, site, pinned: false)
    return object
  }
}

/// Real work in flight on an object that a run adopts.
private enum WorkInFlight {
  /// Real nanoseconds.
  static let longestWait: UInt64 = 2_000_000_000
}
#endif
