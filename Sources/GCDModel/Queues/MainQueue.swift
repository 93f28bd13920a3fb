// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The main queue while the body is the virtual main thread (libdispatch.md 0, fact 4; DESIGN.md 4).
extension World {
  /// Whether no block and no sync is on the main queue: only then can a run loop of the body return.
  public var isMainQueueFree: Bool { mutating get { lanes[0].owner < 0 } }

  /// Opens or closes the main queue while the body sits in a run loop, with `MainQueueHost.bodyIsMain`.
  ///
  /// Closing needs `isMainQueueFree`.
  public mutating func setMainServed(_ isServed: Bool) {
    if mainHost != .bodyIsMain || isServed == isMainServed { return }
    isMainServed = isServed
    lanes[0].owner = isServed ? -1 : 1
    refreshSubtree(0)
    refreshClock()
  }
}
