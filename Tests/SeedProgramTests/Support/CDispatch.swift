// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc

/// Functions of the C library that the Swift overlay does not offer, by name, on untyped queues.
enum CDispatch {
  typealias Queue = UnsafeMutableRawPointer
  typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void

  static func makeSerialQueue(_ label: String) -> Queue {
    let create: @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer?) -> Queue = find(
      "dispatch_queue_create")
    return create(label, nil)
  }

  static func makeWorkloop(_ label: String, inactive: Bool = false) -> Queue {
    let create: @convention(c) (UnsafePointer<CChar>) -> Queue = find(
      inactive ? "dispatch_workloop_create_inactive" : "dispatch_workloop_create")
    return create(label)
  }

  /// A class of quality of service by its number.
  static func setQuality(ofWorkloop workloop: Queue, _ quality: UInt32) {
    let set: @convention(c) (Queue, UInt32, UInt64) -> Void = find("dispatch_workloop_set_qos_class")
    set(workloop, quality, 0)
  }

  static func activate(_ queue: Queue) {
    let activate: @convention(c) (Queue) -> Void = find("dispatch_activate")
    activate(queue)
  }

  static func sync(_ queue: Queue, _ context: UnsafeMutableRawPointer?, _ work: Work) {
    let sync: @convention(c) (Queue, UnsafeMutableRawPointer?, Work) -> Void = find("dispatch_sync_f")
    sync(queue, context, work)
  }

  static func async(_ queue: Queue, _ context: UnsafeMutableRawPointer?, _ work: Work) {
    let async: @convention(c) (Queue, UnsafeMutableRawPointer?, Work) -> Void = find("dispatch_async_f")
    async(queue, context, work)
  }

  /// Submits a block that insists on a quality of service, by its number; 0 = an ordinary block.
  static func async(_ queue: Queue, quality: UInt32, _ work: @escaping @convention(block) () -> Void) {
    let create:
      @convention(c) (UInt, UInt32, Int32, @convention(block) () -> Void) -> UnsafeMutableRawPointer = find(
        "dispatch_block_create_with_qos_class")
    let async: @convention(c) (Queue, UnsafeMutableRawPointer) -> Void = find("dispatch_async")
    let release: @convention(c) (UnsafeMutableRawPointer) -> Void = find("_Block_release")
    let enforcesQuality: UInt = 0x20
    let block = create(quality == 0 ? 0 : enforcesQuality, quality, 0, work)
    async(queue, block)
    release(block)
  }

  static func apply(
    _ iterations: Int, _ queue: Queue, _ work: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
  ) {
    let apply:
      @convention(c) (
        Int, Queue, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
      ) -> Void = find("dispatch_apply_f")
    apply(iterations, queue, nil, work)
  }

  static func retarget(_ queue: Queue, to target: Queue) {
    let set: @convention(c) (Queue, Queue) -> Void = find("dispatch_set_target_queue")
    set(queue, target)
  }

  static func release(_ queue: Queue) {
    let release: @convention(c) (Queue) -> Void = find("dispatch_release")
    release(queue)
  }

  static func retain(_ queue: Queue) {
    let retain: @convention(c) (Queue) -> Void = find("dispatch_retain")
    retain(queue)
  }

  static func setContext(_ queue: Queue, _ context: UnsafeMutableRawPointer?) {
    let set: @convention(c) (Queue, UnsafeMutableRawPointer?) -> Void = find("dispatch_set_context")
    set(queue, context)
  }

  static func setFinalizer(_ queue: Queue, _ work: Work) {
    let set: @convention(c) (Queue, Work) -> Void = find("dispatch_set_finalizer_f")
    set(queue, work)
  }

  static var currentLabel: String {
    let label: @convention(c) (Queue?) -> UnsafePointer<CChar> = find("dispatch_queue_get_label")
    return String(cString: label(nil))
  }

  /// The key is any address.
  static func setSpecific(
    _ queue: Queue, _ key: UnsafeRawPointer, _ value: UnsafeMutableRawPointer?, _ destructor: Work
  ) {
    let set: @convention(c) (Queue, UnsafeRawPointer, UnsafeMutableRawPointer?, Work) -> Void = find(
      "dispatch_queue_set_specific")
    set(queue, key, value, destructor)
  }

  static func specific(_ queue: Queue, _ key: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
    let get: @convention(c) (Queue, UnsafeRawPointer) -> UnsafeMutableRawPointer? = find(
      "dispatch_queue_get_specific")
    return get(queue, key)
  }

  static func address(_ symbol: String) -> UnsafeRawPointer { UnsafeRawPointer(dlsym(nil, symbol)!) }

  static func find<Function>(_ name: String) -> Function {
    unsafeBitCast(dlsym(nil, name)!, to: Function.self)
  }
}
