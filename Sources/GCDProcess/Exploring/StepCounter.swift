// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import Glibc

/// A number in memory that this process shares with a program under control: how many steps the running
/// schedule has made, also once its process is gone.
final class StepCounter {
  /// The program maps it as well.
  private let file = NamelessFile("gcdcheck-steps")
  private let cell: UnsafeMutablePointer<Int64>?

  /// Without memory, which the system may refuse, nothing is counted.
  init() {
    let descriptor = file.descriptor
    let hasSize = descriptor >= 0 && uninterrupted { ftruncate(descriptor, off_t(StepCounter.size)) } == 0
    cell = hasSize ? StepCounter.map(descriptor) : nil
  }

  deinit {
    if let cell { munmap(cell, StepCounter.size) }
  }

  /// -1 where there is no memory: a program that mapped a file of no size would die when it counts.
  var descriptor: Int32 { cell == nil ? -1 : file.descriptor }

  var steps: Int { cell.map { Int($0.pointee) } ?? 0 }

  /// The memory behind a descriptor of the program's, which is closed; it is mapped as long as the process
  /// lives.
  static func take(_ descriptor: Int32) -> UnsafeMutablePointer<Int64>? {
    defer { close(descriptor) }
    return map(descriptor)
  }

  private static let size = 4_096
  private static func map(_ descriptor: Int32) -> UnsafeMutablePointer<Int64>? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return memory.assumingMemoryBound(to: Int64.self)
  }
}

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
