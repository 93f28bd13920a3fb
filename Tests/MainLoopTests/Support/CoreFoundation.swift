// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Glibc

/// CoreFoundation's run-loop calls, which Foundation for Linux has but does not offer to Swift.
enum CoreFoundation {
  /// A run loop of CoreFoundation's; its calls may be made on any thread.
  struct Loop: @unchecked Sendable, Equatable { fileprivate let object: UnsafeMutableRawPointer }
  enum Result: Int32 {
    case finished = 1
    case stopped
    case timedOut
    case handledSource
  }

  private typealias Get = @convention(c) () -> UnsafeMutableRawPointer
  private typealias Act = @convention(c) (UnsafeMutableRawPointer) -> Void
  private typealias Ask = @convention(c) (UnsafeMutableRawPointer) -> UInt8

  static var current: Loop { Loop(object: call("CFRunLoopGetCurrent", as: Get.self)()) }
  static var main: Loop { Loop(object: call("CFRunLoopGetMain", as: Get.self)()) }

  static func wakeUp(_ loop: RunLoop) {
    // What Foundation offers for it: a timer that is due.
    loop.add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .default)
  }

  static func wakeUp(_ loop: Loop) { call("CFRunLoopWakeUp", as: Act.self)(loop.object) }
  static func stop(_ loop: Loop) { call("CFRunLoopStop", as: Act.self)(loop.object) }
  static func isWaiting(_ loop: Loop) -> Bool { call("CFRunLoopIsWaiting", as: Ask.self)(loop.object) != 0 }

  /// Runs the default mode.
  static func run(seconds: Double, returnsAfterSource: Bool) -> Result {
    let mode = call("kCFRunLoopDefaultMode", as: UnsafePointer<UnsafeRawPointer>.self).pointee
    let run = call(
      "CFRunLoopRunInMode", as: (@convention(c) (UnsafeRawPointer, Double, UInt8) -> Int32).self)
    return Result(rawValue: run(mode, seconds, returnsAfterSource ? 1 : 0))!
  }

  private static func call<Function>(_ name: String, as type: Function.Type) -> Function {
    unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), name)!, to: type)
  }
}
