// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder that is made where it is missing, with those above it.
package struct FolderPath: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Returns: 0, or the system's number for why it is not there.
  package func make() -> Int32 {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if uninterrupted({ mkdir(String(path[..<end]), 0o777) }) != 0, errno != EEXIST { return errno }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
  }
}
