// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// Takes what one schedule prints: a file without a name, of which nothing is left when the tool is gone.
final class ScheduleOutput {
  private let descriptor: Int32

  /// Nil where the folder for temporary files takes none.
  init?() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/gcdcheck-\(String(repeating: "X", count: 6))".utf8CString)
    descriptor = mkstemp(&name)
    if descriptor < 0 { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
  }

  deinit { close(descriptor) }

  /// What the process of the schedule opens.
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// What has been printed, as far as it is looked at.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: ScheduleOutput.mostBytes)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The first assertion is near the beginning.
  private static let mostBytes = 1 << 20
}
#endif
