// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// The first 16 KiB of a file by which the system describes itself, such as those of /proc; empty where it
/// cannot be read. A single read: such files are not to be read in parts.
package func systemText(_ path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
    let count = uninterrupted { read(file, buffer.baseAddress, buffer.count) }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
#endif
