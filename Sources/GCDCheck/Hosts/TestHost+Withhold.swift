// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost
import GCDRuntime

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

extension TestHost {
  /// Calls `explore` so that assertions which fail meanwhile under control come to it instead of the
  /// framework.
  ///
  /// `explore` gets where they are collected, and what to put around the body on its virtual thread.
  func withholding<Result>(_ explore: (DeferredFailures, BodyEnclosure?) -> Result) -> Result {
    let failures = DeferredFailures()
    switch self {
    #if canImport(Testing)
    case .swiftTesting(let test?):
      let issues = DeferredIssues(of: test, in: failures)
      defer { issues.end() }
      return explore(failures, issues.enclose)
    case .swiftTesting(nil): break
    #endif
    #if canImport(XCTest)
    case .xctest(let testCase):
      return FailureRecorder.replacing(testCase, collectingIn: failures) {
        explore(failures, TestHost.enclosureInTask)
      }
    #endif
    case .program: break
    }
    return explore(failures, TestHost.enclosureInTask)
  }

  /// Lets a body whose caller runs in a task see the caller's task-locals.
  private static var enclosureInTask: BodyEnclosure? {
    guard gcdc_host_has_task() else { return nil }
    let chain = TaskChain()
    return { chain.run($0) }
  }
}
#endif
