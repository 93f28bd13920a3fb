// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import Glibc

/// What the kernel tells about the processes of one group.
enum ProcessGroup {
  /// The processor time of all its living processes and of the children that they have waited for, in ticks
  /// of the clock; 0 when the group is gone or /proc is not there.
  static func processorTicks(of group: pid_t) -> UInt64 {
    guard let directory = opendir("/proc") else { return 0 }
    defer { closedir(directory) }
    var sum: UInt64 = 0
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name), let fields = fields(of: process), fields.count > 14 else { continue }
      if pid_t(fields[2]) == group { sum += fields[11...14].reduce(0) { $0 + (UInt64($1) ?? 0) } }
    }
    return sum
  }

  /// The words of a process's "stat" after its name, which may hold anything: state, parent, group, …
  private static func fields(of process: pid_t) -> [Substring]? {
    let text = systemText("/proc/\(process)/stat")
    guard let parenthesis = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: parenthesis)...].split(separator: " ")
  }
}
#endif
