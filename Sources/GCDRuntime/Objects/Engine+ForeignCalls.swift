// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

extension Engine {
  /// Calls that threads outside the run have made onto objects of the run that has just ended.
  var foreignCalls: [gcdc_foreign_call] {
    let count = gcdc_foreign_call_count()
    if count == 0 { return [] }
    return (0..<count).map { gcdc_foreign_call_at($0).pointee }.filter { findKnown($0.object) != .none }
  }
}
#endif
