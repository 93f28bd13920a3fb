// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost
import CGCDInterpose
import GCDRuntime

extension BodyHost {
  /// The place that the calling code has now.
  static var ofCaller: BodyHost {
    if gcdc_is_main_thread() { return .mainThread }
    return gcdc_host_is_on_main_queue() ? .mainQueue : .served
  }
}
#endif
