// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Platforms on which bodies run once, on the real library.
enum Platform {
  /// Says once per process that nothing is explored.
  static func announceOnce() { _ = announcement }

  private static let announcement: Void = ProcessOutput.aside(Notice.notControlled.text)
}
