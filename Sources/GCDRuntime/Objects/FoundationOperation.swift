// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel

/// What one of Foundation's operations holds at the end of a run, read from its stored properties: its
/// methods take locks that a thread of the run may have.
struct FoundationOperation {
  /// The cases of `Operation.__NSOperationState` of swift-corelibs-foundation, in order.
  private enum State: UInt8 {
    case initialized, enqueuing, enqueued, dispatching, starting, executing, finishing, finished
  }

  let reference: OperationNotes.Reference
  let stage: OperationGraph.Stage
  let isFinished: Bool
  /// The address of the queue that has it; nil = none.
  let queue: UInt?
  let isQueueSuspended: Bool
  /// How many operations the queue runs at once, where it runs as many.
  let reachedLimit: Int?
  /// The addresses of those that it waits for, all of which exist as long as it does.
  let dependencies: [UInt]
  /// Of what `waitUntilFinished` waits on.
  let condition: UInt
  /// That runs it, where a queue has begun to.
  let block: UnsafeMutableRawPointer?
  /// Its name, or else that of its class, where it is the user's.
  let label: String?

  /// Nil for one that is gone, or whose layout is not known.
  init?(_ reference: OperationNotes.Reference) {
    guard let object = UnsafeRawPointer(bitPattern: reference.address),
      gcdc_is_object(object, reference.type)
    else { return nil }
    let properties = StoredProperties(of: object)
    guard let state = (properties["__state"] as UInt8?).flatMap(State.init),
      let queue: UInt = properties["__queue"],
      let dependencies: [AnyObject] = properties["__dependencies"],
      let condition: UnsafeRawPointer = properties["__waitCondition"],
      let signal: UInt = StoredProperties(of: condition)["cond"]
    else { return nil }
    self.reference = reference
    self.condition = signal
    isFinished = state == .finishing || state == .finished
    stage =
      switch state {
      case .initialized: .made
      case .enqueuing, .enqueued, .dispatching: .queued
      case .starting, .executing, .finishing, .finished: .started
      }
    self.queue = queue == 0 ? nil : queue
    let queueProperties = UnsafeRawPointer(bitPattern: queue).map { StoredProperties(of: $0) }
    isQueueSuspended = queueProperties?["__suspended"] ?? false
    let limit: Int32? = queueProperties?["__actualMaxNumOps"]
    let running: Int32? = queueProperties?["__numExecOps"]
    reachedLimit = limit.flatMap { limit in running.flatMap { $0 >= limit ? Int(limit) : nil } }
    self.dependencies = dependencies.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    let item: UInt? = properties["__schedule"]
    block = item.flatMap { UnsafeRawPointer(bitPattern: $0) }
      .flatMap { StoredProperties(of: $0)["_block"] as UInt? }
      .flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
    let name: String? = properties["__name"] ?? nil
    label = name ?? FoundationOperation.className(reference.type)
  }

  /// The name that the program gave a queue that exists; Foundation makes one of the address.
  static func label(ofQueue address: UInt) -> String? {
    let name = UnsafeRawPointer(bitPattern: address).flatMap {
      StoredProperties(of: $0)["__name"] as String??
    }
    return (name ?? nil).flatMap { $0.hasPrefix("NSOperationQueue 0x") ? nil : $0 }
  }

  private static func className(_ type: UnsafeRawPointer) -> String? {
    let type: AnyClass = unsafeBitCast(type, to: AnyClass.self)
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Foundation.") ? nil : _typeName(type, qualified: false)
  }
}

/// The stored properties of a live object of Swift's by their names, those that it inherits too.
private struct StoredProperties {
  private let object: UnsafeRawPointer
  private let type: UnsafeRawPointer

  init(of object: UnsafeRawPointer) {
    self.object = object
    type = object.load(as: UnsafeRawPointer.self)
  }

  /// Nil where there is no such property, or one of another size.
  subscript<Value>(name: String) -> Value? {
    for index in 0..<gcdc_stored_properties(type) {
      let property = gcdc_stored_property_at(type, index)
      guard let found = property.name, String(cString: found) == name else { continue }
      guard property.size == MemoryLayout<Value>.size else { return nil }
      return (object + property.offset).assumingMemoryBound(to: Value.self).pointee
    }
    return nil
  }
}
#endif
