// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Testing) && compiler(>=6.1)
import GCDRuntime
import GCDSchedule
import Testing

/// Runs a test under many schedules; on a suite, each of its tests.
///
/// The instance of the suite is made inside each schedule. Tests may be `async`, as the bodies of
/// `withDeterministicScheduling` may.
public struct DeterministicSchedulingTrait: TestTrait, SuiteTrait, TestScoping {
  let options: ExplorationOptions

  /// Reaches the tests of a suite and of the suites in it.
  public var isRecursive: Bool { true }

  /// Explores one test case; its issues are recorded once, at the test, with seed and token.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    var options = options
    if options.bodyHost == nil { options.bodyHost = .served }
    options.location = CallerLocation(
      fileID: test.sourceLocation.fileID, filePath: test.sourceLocation.pathOfFile,
      line: test.sourceLocation.line, column: test.sourceLocation.column)
    let controlled = ControlledTest(options, in: .swiftTesting(test))
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if let skip = AsyncBody.lend(function, to: { controlled.run($0) }) { throw skip }
    #else
    await controlled.runOnce(function)
    #endif
  }
}

extension Trait where Self == DeterministicSchedulingTrait {
  /// Runs the test under many schedules; the options are those of `withDeterministicScheduling`.
  public static func deterministicScheduling(
    schedules: Int? = nil, seed: UInt64? = nil, strategy: Strategy? = nil,
    options: ExplorationOptions = ExplorationOptions()
  ) -> DeterministicSchedulingTrait {
    DeterministicSchedulingTrait(options: options.with(schedules, seed, strategy))
  }

  /// Runs the test under many schedules, with the default options.
  public static var deterministicScheduling: DeterministicSchedulingTrait { .deterministicScheduling() }
}
#elseif canImport(Testing)
import Testing

/// The trait of Swift 6.1 and later; the framework of Swift 6.0 lets no trait run a test.
@available(
  *, unavailable, message: "the trait needs Swift 6.1 or later; call withDeterministicScheduling in the test"
)
public struct DeterministicSchedulingTrait: TestTrait, SuiteTrait {}

@available(
  *, unavailable, message: "the trait needs Swift 6.1 or later; call withDeterministicScheduling in the test"
)
extension Trait where Self == DeterministicSchedulingTrait {
  /// Needs Swift 6.1 or later.
  public static func deterministicScheduling(schedules: Int = 1_000, seed: UInt64? = nil) -> Self {
    DeterministicSchedulingTrait()
  }

  /// Needs Swift 6.1 or later.
  public static var deterministicScheduling: Self { DeterministicSchedulingTrait() }
}
#endif
