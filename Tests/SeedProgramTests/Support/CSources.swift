// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// Sources by their C functions: what the Swift overlay does not offer, or checks before the library can.
enum CSources {
  typealias Source = UnsafeMutableRawPointer
  typealias Handler = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// - Parameter type: `timer`, `interval`, `data_add`, `read`, …
  static func make(_ type: String, handle: UInt = 0) -> Source {
    let create: @convention(c) (UnsafeRawPointer, UInt, UInt, UnsafeRawPointer?) -> Source = find(
      "dispatch_source_create")
    return create(dlsym(nil, "_dispatch_source_type_" + type)!, handle, 0, nil)
  }

  static func setTimer(_ source: Source, _ start: UInt64, _ interval: UInt64, leeway: UInt64 = 0) {
    let set: @convention(c) (Source, UInt64, UInt64, UInt64) -> Void = find("dispatch_source_set_timer")
    set(source, start, interval, leeway)
  }

  static func merge(_ value: UInt, into source: Source) {
    let merge: @convention(c) (Source, UInt) -> Void = find("dispatch_source_merge_data")
    merge(source, value)
  }

  /// - Parameter kind: `event`, `cancel`, `mandatory_cancel` or `registration`.
  static func setHandler(_ kind: String, _ source: Source, _ handler: Handler?) {
    let set: @convention(c) (Source, Handler?) -> Void = find("dispatch_source_set_\(kind)_handler_f")
    set(source, handler)
  }

  /// - Parameter name: `activate`, `suspend`, `resume`, `release`, `source_cancel`, `source_cancel_and_wait`.
  static func call(_ name: String, _ source: Source) {
    let function: @convention(c) (Source) -> Void = find("dispatch_" + name)
    function(source)
  }

  static func setContext(_ source: Source, _ context: UnsafeMutableRawPointer?) {
    let set: @convention(c) (Source, UnsafeMutableRawPointer?) -> Void = find("dispatch_set_context")
    set(source, context)
  }

  private static func find<Function>(_ name: String) -> Function {
    unsafeBitCast(dlsym(nil, name)!, to: Function.self)
  }
}
