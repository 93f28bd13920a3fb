// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// A number in memory that this process shares with a program under control: how many steps the running
/// schedule has made, also once its process is gone.
final class StepCounter {
  /// The file of the memory, which has no name; the program maps it as well.
  let descriptor: Int32
  private let cell: UnsafeMutablePointer<Int64>?

  /// Without memory, which the system may refuse, nothing is counted.
  init() {
    descriptor = StepCounter.namelessFile()
    if descriptor >= 0, ftruncate(descriptor, off_t(StepCounter.size)) == 0 {
      cell = StepCounter.map(descriptor)
    } else {
      cell = nil
    }
  }

  deinit {
    if let cell { munmap(cell, StepCounter.size) }
    if descriptor >= 0 { close(descriptor) }
  }

  var steps: Int { cell.map { Int($0.pointee) } ?? 0 }

  /// The memory behind a descriptor of the program's, which is closed; it is mapped as long as the process
  /// lives.
  static func take(_ descriptor: Int32) -> UnsafeMutablePointer<Int64>? {
    defer { close(descriptor) }
    return map(descriptor)
  }

  private static let size = 4_096
  /// Above the numbers under which a program finds what it is given.
  private static let lowest: Int32 = 16

  /// Gone with the last process that has it; -1 where there is none to be had.
  private static func namelessFile() -> Int32 {
    // memfd_create is not imported.
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "memfd_create") else { return -1 }
    let closeAtExec: UInt32 = 1
    let file = unsafeBitCast(symbol, to: Create.self)("gcdcheck-steps", closeAtExec)
    guard file >= 0 else { return -1 }
    defer { close(file) }
    return fcntl(file, F_DUPFD_CLOEXEC, lowest)
  }

  private static func map(_ descriptor: Int32) -> UnsafeMutablePointer<Int64>? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return memory.assumingMemoryBound(to: Int64.self)
  }
}
#endif
