// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// A file in memory that no folder holds: it is gone with the last process that has it, however that ends.
final class NamelessFile {
  /// -1 where the system has none to give.
  let descriptor: Int32

  /// - Parameter name: What lists of open files call it.
  init(_ name: String) {
    descriptor = NamelessFile.make(name)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How other processes of the user open it.
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Above the numbers under which a program finds what it is given.
  private static let lowest: Int32 = 16

  private static func make(_ name: String) -> Int32 {
    // memfd_create is not imported.
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "memfd_create") else { return -1 }
    let closeAtExec: UInt32 = 1
    let file = unsafeBitCast(symbol, to: Create.self)(name, closeAtExec)
    guard file >= 0 else { return -1 }
    defer { close(file) }
    return fcntl(file, F_DUPFD_CLOEXEC, lowest)
  }
}
#endif
