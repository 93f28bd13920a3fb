// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Who called: decides where findings are recorded. The one place that tells the test frameworks apart.
enum TestHost {
  #if canImport(Testing)
  /// A test of Swift Testing; nil = its process, on a thread that belongs to no test.
  case swiftTesting(Test?)
  #endif
  #if canImport(XCTest)
  /// A test method that runs now.
  case xctest(XCTestCase)
  #endif
  /// Any other program.
  case program

  /// The host of the calling code; to be asked on the caller's own thread and task.
  static var current: TestHost {
    #if canImport(Testing)
    if let test = Test.current { return .swiftTesting(test) }
    if isSwiftTestingProcess { return .swiftTesting(nil) }
    #endif
    #if canImport(XCTest)
    if let testCase = RunningTestCase.current { return .xctest(testCase) }
    #endif
    return .program
  }

  /// The test's id, as `swift test --filter` knows it; for a program the place of the call.
  func testID(calledAt location: CallerLocation) -> String {
    switch self {
    #if canImport(Testing)
    case .swiftTesting(let test?): test.filterableID
    case .swiftTesting(nil): location.programID
    #endif
    #if canImport(XCTest)
    case .xctest(let testCase): testCase.filterableID
    #endif
    case .program: location.programID
    }
  }

  /// Whether the id names the same test tomorrow; a line of a program does not.
  var isTest: Bool { if case .program = self { false } else { true } }

  /// Whether calls of one test come one after the other, so that counting them names each.
  var callsAreOrdered: Bool {
    #if canImport(Testing)
    if case .swiftTesting(let test) = self { return test.map { !$0.isParameterized } ?? false }
    #endif
    return true
  }

  private static let isSwiftTestingProcess: Bool = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
    return arguments.dropFirst(option + 1).first == "swift-testing"
  }()
}

extension CallerLocation {
  /// Represents a test's id where there is no test.
  var programID: String { "\(fileID):\(line)" }
}
