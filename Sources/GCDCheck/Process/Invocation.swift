// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// Who started this process: `swift test` starts one for each framework, or one for each test, and all of
/// them are one run to a reader that reads the reports.
enum Invocation {
  /// Equal for all test processes of one `swift test`, and different tomorrow.
  static let name: String = {
    let parent = getppid()
    let process = if let stat = Stat(parent), stat.command.hasPrefix("swift") { parent } else { getpid() }
    return "\(process)-\(Stat(process)?.start ?? 0)"
  }()

  /// What the kernel says about a process.
  private struct Stat {
    var command: String
    /// Clock ticks since the machine was started.
    var start: UInt64

    /// Nil where there is no such process.
    init?(_ process: pid_t) {
      guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
      defer { fclose(file) }
      var block = [UInt8](repeating: 0, count: 1024)
      let text = String(decoding: block[..<fread(&block, 1, block.count, file)], as: UTF8.self)
      // The command is in parentheses and may hold some itself.
      guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
        return nil
      }
      command = String(text[text.index(after: open)..<close])
      // The field behind the command is the third one; that of the start is the 22nd.
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
      self.start = start
    }
  }
}
#endif
