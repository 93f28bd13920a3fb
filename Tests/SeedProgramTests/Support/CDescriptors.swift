// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// Functions of the C library on descriptors that Swift's module of it leaves out, by name.
enum CDescriptors {
  static func makeEpoll() -> Int32 {
    let create: @convention(c) (Int32) -> Int32 = find("epoll_create1")
    return create(0)
  }

  /// Watches a descriptor for input.
  static func watch(_ descriptor: Int32, in set: Int32) -> Int32 {
    let control: @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer) -> Int32 = find(
      "epoll_ctl")
    var event: [UInt64] = [1, 0]  // at least as large as the C library's; its first word says "input"
    return control(set, 1, descriptor, &event)
  }

  static func waitForEvent(in set: Int32, milliseconds: Int32) -> Int32 {
    let wait: @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32 = find(
      "epoll_wait")
    var event: [UInt64] = [0, 0]
    return wait(set, &event, 1, milliseconds)
  }

  static func makeEvent() -> Int32 {
    let create: @convention(c) (UInt32, Int32) -> Int32 = find("eventfd")
    return create(0, 0)
  }

  static func write(_ value: UInt64, toEvent event: Int32) {
    let write: @convention(c) (Int32, UInt64) -> Int32 = find("eventfd_write")
    _ = write(event, value)
  }

  static func read(event: Int32) -> UInt64 {
    let read: @convention(c) (Int32, UnsafeMutablePointer<UInt64>) -> Int32 = find("eventfd_read")
    var value: UInt64 = 0
    return read(event, &value) == 0 ? value : 0
  }

  static func makeTimer() -> Int32 {
    let create: @convention(c) (Int32, Int32) -> Int32 = find("timerfd_create")
    return create(CLOCK_MONOTONIC, 0)
  }

  /// Arms a timer, in seconds from now; an interval of 0 = once.
  static func set(timer: Int32, seconds: Int, every interval: Int = 0) {
    let set:
      @convention(c) (Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutablePointer<itimerspec>?) -> Int32 =
        find("timerfd_settime")
    var setting = itimerspec(
      it_interval: timespec(tv_sec: interval, tv_nsec: 0), it_value: timespec(tv_sec: seconds, tv_nsec: 0))
    _ = set(timer, 0, &setting, nil)
  }

  /// Seconds until a timer expires.
  static func rest(ofTimer timer: Int32) -> Int {
    let get: @convention(c) (Int32, UnsafeMutablePointer<itimerspec>) -> Int32 = find("timerfd_gettime")
    var setting = itimerspec()
    return get(timer, &setting) == 0 ? setting.it_value.tv_sec : -1
  }

  private static func find<Function>(_ name: String) -> Function {
    unsafeBitCast(dlsym(nil, name)!, to: Function.self)
  }
}
