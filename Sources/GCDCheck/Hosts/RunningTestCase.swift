// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(XCTest)
import XCTest

/// The XCTest method that runs now, as XCTest tells its observers.
final class RunningTestCase: NSObject, XCTestObservation, @unchecked Sendable {
  // XCTest calls its observers, and runs its methods, on one thread.
  nonisolated(unsafe) static private(set) var current: XCTestCase?

  /// Kept for the life of the process: XCTest holds its observers weakly on some platforms.
  private static let observer = RunningTestCase()

  /// To be called before the first test starts.
  static func observe() { XCTestObservationCenter.shared.addTestObserver(observer) }

  func testCaseWillStart(_ testCase: XCTestCase) {
    RunningTestCase.current = testCase
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    CallCounter.shared.forget(testCase.filterableID)
    #endif
  }

  func testCaseDidFinish(_ testCase: XCTestCase) { RunningTestCase.current = nil }
}

extension XCTestCase {
  /// `AppTests.CacheTests/testReload`: what `swift test --filter` takes.
  var filterableID: String {
    let method = name.split(separator: ".").last.map(String.init) ?? name
    return "\(String(reflecting: type(of: self)))/\(method)"
  }
}
#endif

/// Called by the C target's constructor, before the main program.
@_cdecl("gcdc_host_process_begins")
func processBegins() {
  #if canImport(XCTest)
  RunningTestCase.observe()
  #endif
}
