// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps other processes that change the files of a folder waiting, for as long as it is there.
///
/// The folder is what is locked: it leaves no file behind that version control would have to ignore.
package final class FolderLock {
  /// The system's number for why there is no lock.
  package struct Problem: Error { package var failure: Int32 }

  private let descriptor: Int32

  /// - Parameter path: of the folder, which is made where it is not there.
  package init(making path: String) throws(Problem) {
    let obstacle = FolderPath(path: path).make()
    if obstacle != 0 { throw Problem(failure: obstacle) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(failure: errno) }
    self.descriptor = descriptor
    guard uninterrupted({ flock(descriptor, LOCK_EX) }) == 0 else { throw Problem(failure: errno) }
  }

  deinit { close(descriptor) }
}
