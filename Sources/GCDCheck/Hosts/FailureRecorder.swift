// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(XCTest) && os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost
import CGCDInterpose
import Dispatch
import GCDReport
import GCDRuntime
import Glibc
import XCTest

/// Takes the place of the running test, so that assertions come here instead of being recorded.
///
/// XCTest gives an assertion to the test that was started last and takes nothing back. This one is
/// started in silence, with public calls only, and the real one is put back in the same way.
final class FailureRecorder: XCTestCase {
  // One thread runs XCTest's methods, and virtual threads only while it waits.
  /// The recorder that represents the running test.
  nonisolated(unsafe) static private(set) var current: FailureRecorder?

  private var failures: DeferredFailures?
  private var work: UnsafeMutableRawPointer?

  /// Calls `work` while failed assertions are collected in `failures`.
  static func replacing<Result>(
    _ testCase: XCTestCase, collectingIn failures: DeferredFailures, during work: () -> Result
  ) -> Result {
    // A test that explores every one of its methods collects by itself.
    if let testCase = testCase as? DeterministicTestCase {
      return testCase.collecting(in: failures, during: work)
    }
    let recorder = FailureRecorder(name: testCase.name, testClosure: { _ in })
    recorder.failures = failures
    var result: Result?
    current = recorder
    let run = CollectingRun.take(testCase.testRun)
    defer { CollectingRun.giveBack(run) }
    gcdc_lend_block(
      { result = work() },
      { block, context in
        let recorder = Unmanaged<FailureRecorder>.fromOpaque(context!).takeUnretainedValue()
        recorder.work = block
        recorder.perform(SilentRun(test: recorder))
      }, Unmanaged.passUnretained(recorder).toOpaque())
    current = nil
    CurrentTestRestorer.restore(testCase)
    return result!
  }

  /// Only the work: no set-up, which would turn the run loop.
  override func invokeTest() {
    guard let work else { return }
    gcdc_host_call_block(work)
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    failures?.add(
      AssertionFailure(message: description, location: CodeLocation(file: filePath, line: lineNumber)))
  }
}

/// What the run of the real test is while schedules run: expectations tell their failures to the test that
/// waits, not to the current one, and it tells its run.
///
/// The run cannot be exchanged, but what it is can: this class adds no state.
private final class CollectingRun: XCTestCaseRun {
  /// The run, which from now on is one of these; nil when it is of a class of the user's.
  static func take(_ run: XCTestRun?) -> XCTestRun? {
    guard let run, type(of: run) == XCTestCaseRun.self else { return nil }
    become(CollectingRun.self, run)
    return run
  }

  static func giveBack(_ run: XCTestRun?) {
    if let run { become(XCTestCaseRun.self, run) }
  }

  /// The first word of an object is its class.
  private static func become(_ kind: AnyClass, _ run: XCTestRun) {
    let object = Unmanaged.passUnretained(run).toOpaque()
    object.storeBytes(of: unsafeBitCast(kind, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String?, atLine lineNumber: Int, expected: Bool
  ) {
    FailureRecorder.current?.recordFailure(
      withDescription: description, inFile: filePath ?? "", atLine: lineNumber, expected: expected)
  }
}

/// A run that no observer hears of.
private final class SilentRun: XCTestCaseRun {
  override func start() {}
  override func stop() {}
}

/// Makes a test the current one again: XCTest does so just before it starts the test's run.
private enum CurrentTestRestorer {
  static func restore(_ testCase: XCTestCase) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(testCase).toOpaque()
    let isStarted = pthread_create(
      &thread, nil,
      { argument in
        let testCase = Unmanaged<XCTestCase>.fromOpaque(argument!).takeRetainedValue()
        testCase.perform(StartupTimeout(test: testCase))
        return nil
      }, argument)
    if isStarted == 0 { pthread_join(thread, nil) }
  }

  /// A run that starts and never continues: its thread ends instead.
  private final class StartupTimeout: XCTestCaseRun {
    override func start() { pthread_exit(nil) }
  }
}
#endif
