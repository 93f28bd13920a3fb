// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that is either the old one or the whole new one, for a reader that looks at the wrong moment, and
/// also where the process is killed while it writes.
///
/// Where the file system can do that, the new file has no name before it is complete, so that nothing is left
/// of a process that is killed.
package struct WholeFile: Sendable {
  /// Not that of a symbolic link, which would be replaced.
  package let path: String
  /// It is on the disk before the old one is given up; takes some milliseconds.
  package let isDurable: Bool

  package init(path: String, isDurable: Bool = false) {
    self.path = path
    self.isDurable = isDurable
  }

  /// - Parameter replaces: false = a file that is there stays as it is, and the answer is `EEXIST`.
  /// - Returns: 0, or the system's number for why the file was not written.
  package func write(_ text: String, replaces: Bool = true) -> Int32 {
    #if os(Linux)
    let failure = writeNameless(text, replaces)
    // No such files here, or no way to give them a name.
    let isImpossible = [EOPNOTSUPP, EISDIR, EINVAL, ENOENT, EPERM, EXDEV].contains(failure)
    if !isImpossible { return failure }
    #endif
    return writeNamed(text, replaces)
  }

  // MARK: Without a name

  #if os(Linux)
  /// Glibc's macro is not imported.
  private static let nameless = O_DIRECTORY | 0o20_000_000
  /// Processes that give their files the same name at the same time take it from each other.
  private static let mostTries = 100

  private func writeNameless(_ text: String, _ replaces: Bool) -> Int32 {
    let folder = self.folder
    let descriptor = uninterrupted {
      open(folder.isEmpty ? "." : folder, WholeFile.nameless | O_WRONLY | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let failure = fill(descriptor, text)
    if failure != 0 { return failure }
    if name(descriptor, path) { return 0 }
    guard errno == EEXIST, replaces else { return errno }
    // A name cannot be given over the head of a file that has it: in two steps. What a process leaves that is
    // killed between them is in the way of nothing.
    for _ in 0..<WholeFile.mostTries {
      unlink(draft)
      if !name(descriptor, draft) {
        if errno == EEXIST { continue }
        return errno
      }
      if uninterrupted({ rename(draft, path) }) == 0 { return 0 }
      let failure = errno
      if failure == ENOENT { continue }
      unlink(draft)
      return failure
    }
    return EBUSY
  }

  private func name(_ descriptor: Int32, _ path: String) -> Bool {
    uninterrupted { linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) } == 0
  }
  #endif

  // MARK: Under a name of its own

  private func writeNamed(_ text: String, _ replaces: Bool) -> Int32 {
    let place = replaces ? "\(draft).\(getpid())" : path
    // A process of the same number has left it.
    if replaces { unlink(place) }
    let descriptor = uninterrupted {
      open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { return errno }
    var failure = fill(descriptor, text)
    close(descriptor)
    if failure == 0, replaces, rename(place, path) != 0 { failure = errno }
    if failure != 0 { unlink(place) }
    return failure
  }

  // MARK: Both

  private var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  private var draft: String { "\(folder).\(path.dropFirst(folder.count)).partial" }

  private func fill(_ descriptor: Int32, _ text: String) -> Int32 {
    var text = text
    let failure = text.withUTF8 { bytes -> Int32 in
      var written = 0
      while written < bytes.count {
        let count = uninterrupted {
          systemWrite(descriptor, bytes.baseAddress! + written, bytes.count - written)
        }
        if count <= 0 { return count == 0 ? EIO : errno }
        written += count
      }
      return 0
    }
    if failure != 0 { return failure }
    if isDurable, uninterrupted({ fsync(descriptor) }) != 0 { return errno }
    // Some file systems find out that there is no room when a descriptor is closed.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 || closed(copy) ? 0 : errno
  }
}

/// Makes a call of the system again as long as a signal ends it.
package func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Closes a descriptor that was written to; false where what was written is lost. It is gone in any case,
/// also after a signal.
package func closed(_ descriptor: Int32) -> Bool { close(descriptor) == 0 || errno == EINTR }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
