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

  static func sync(_ queue: Queue, _ context: UnsafeMutableRawPointer?, _ work: Work) {
    let sync: @convention(c) (Queue, UnsafeMutableRawPointer?, Work) -> Void = find("dispatch_sync_f")
    sync(queue, context, work)
  }

  static func async(_ queue: Queue, _ context: UnsafeMutableRawPointer?, _ work: Work) {
    let async: @convention(c) (Queue, UnsafeMutableRawPointer?, Work) -> Void = find("dispatch_async_f")
    async(queue, context, work)
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

  private static func find<Function>(_ name: String) -> Function {
    unsafeBitCast(dlsym(nil, name)!, to: Function.self)
  }
}
