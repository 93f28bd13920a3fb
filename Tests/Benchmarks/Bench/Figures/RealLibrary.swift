// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The functions behind our interposers, and real time, also inside of a controlled run.
enum RealLibrary {
  /// The function that calls by this name reach: our interposer where there is one.
  static func interposed(_ name: String) -> UnsafeMutableRawPointer? {
    // RTLD_DEFAULT is a null handle on Linux.
    dlsym(nil, name)
  }

  /// The function of the next library in search order: the real one.
  static func real(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), name)
  }

  private typealias ClockFunction = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>) -> Int32

  private static let clock = unsafeBitCast(real("clock_gettime"), to: ClockFunction.self)

  /// Nanoseconds of real time from an arbitrary start.
  static func nanoseconds() -> Int {
    var time = timespec()
    _ = clock(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
