// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDInterposeProbe
import XCTest

extension XCTestCase {
  /// What arrived at the hooks during the calls. XCTest runs its cases one after the other and nothing else
  /// is under control meanwhile, so the process-wide table is ours.
  func record(_ calls: () -> Void) -> String {
    probe_begin()
    calls()
    return String(cString: probe_end())
  }

  /// The same for calls of Swift code, made with control on.
  func recordControlled(_ calls: () -> Void) -> [String] {
    probe_begin()
    _ = gcdc_control(true)
    calls()
    _ = gcdc_control(false)
    return String(cString: probe_end()).split(separator: "\n").map(String.init)
  }
}
#endif
