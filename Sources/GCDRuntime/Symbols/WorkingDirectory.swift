// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// Paths as a reader in the current directory writes them.
package enum WorkingDirectory {
  package static func current() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Relative when inside the folder, else as it is.
  static func shorten(_ path: String, relativeTo folder: String?) -> String {
    guard let folder, folder != "/", path.hasPrefix(folder + "/") else { return path }
    return String(path.dropFirst(folder.count + 1))
  }
}
#endif
