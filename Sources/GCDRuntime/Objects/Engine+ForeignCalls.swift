// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

extension Engine {
  /// Calls that threads outside the run have made onto objects of the run that has just ended.
  var foreignCalls: [gcdc_foreign_call] {
    let count = gcdc_foreign_call_count()
    if count == 0 { return [] }
    return (0..<count).map { gcdc_foreign_call_at($0).pointee }.filter { call in
      guard let object = call.object, isOfRun(object, at: call) else { return false }
      return !(findKnown(object).kind == .queue && isOfXCTest(object))
    }
  }

  /// Whether the object at the address was the run's when the call came. One that another thread had freed by
  /// then may have left its address to one of the run's; a global queue is no run's.
  private func isOfRun(_ object: UnsafeMutableRawPointer, at call: gcdc_foreign_call) -> Bool {
    pointee.held.pins.prefix(call.objects).contains(object) && findKnown(object) != .none
  }

  /// XCTest looks from a thread of its own whether an async test has ended, on the queue that its
  /// expectations use as well: both guard nothing of the program's, and neither waits for the other.
  private func isOfXCTest(_ queue: UnsafeMutableRawPointer) -> Bool {
    gcdc_queue_facts_of(queue).label.map(TestFrameworks.isXCTest) ?? false
  }
}
#endif
