// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime

#if canImport(XCTest)
import XCTest
#endif

extension TestHost {
  /// The same enclosure, for a body that finds nothing of earlier schedules in the test framework.
  ///
  /// XCTest keeps in the main thread's dictionary which waits are under way; a schedule that was given up in
  /// the middle of one would leave it there.
  func beginningAfresh(_ enclosure: BodyEnclosure?) -> BodyEnclosure? {
    #if canImport(XCTest)
    if case .xctest = self {
      return { invoke in
        Thread.mainThread.threadDictionary.removeObject(forKey: "org.swift.XCTest.WaiterManager")
        if let enclosure { enclosure(invoke) } else { invoke() }
      }
    }
    #endif
    return enclosure
  }
}
#endif
