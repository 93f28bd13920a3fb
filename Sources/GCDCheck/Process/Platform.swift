// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Whether bodies can be controlled here.
enum Platform {
  /// Linux on x86-64 or aarch64; elsewhere bodies run once, on the real library.
  static var isControlled: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64)) && !GCDCHECK_OTHER_PLATFORM
    true
    #else
    false
    #endif
  }

  /// Says once per process that nothing is explored.
  static func announceOnce() { _ = announcement }

  private static let announcement: Void = ProcessOutput.aside(Notice.notControlled.text)
}
