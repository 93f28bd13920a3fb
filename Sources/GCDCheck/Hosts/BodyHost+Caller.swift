// Licensed under the Apache License, Version 2.0; see LICENSE.
import CGCDHost
import CGCDInterpose
import GCDRuntime

extension BodyHost {
  /// The place that the calling code has now.
  static var ofCaller: BodyHost {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if gcdc_is_main_thread() { return .mainThread }
    #endif
    return gcdc_host_is_on_main_queue() ? .mainQueue : .served
  }
}
