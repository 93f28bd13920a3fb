// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// A program whose schedules are measured.
enum ProgramSubject: String, ExpressibleByArgument, CaseIterable {
  case threads
  case c
  case swift
  case foundation
  case xctest
  case swiftTesting = "swift-testing"
  case large

  /// What takes minutes to build is measured only where it is asked for.
  static let usual = allCases.filter { $0 != .large }

  /// Of a bundle; nil = a program.
  var framework: BundleFramework? {
    switch self {
    case .threads, .c, .swift, .foundation: nil
    case .xctest, .large: .xcTest
    case .swiftTesting: .swiftTesting
    }
  }

  /// How many times fewer runs a test gets than a program: one costs more, and a bundle has many.
  var scale: Int { framework == nil ? 1 : 10 }
}

/// A framework for tests, and how a bundle is asked for one of them.
enum BundleFramework {
  case xcTest, swiftTesting

  static let tests = 20

  static func testName(_ number: Int) -> String { number < 10 ? "test0\(number)" : "test\(number)" }

  /// What makes the bundle run its first test alone.
  var arguments: [String] {
    switch self {
    case .xcTest: ["TransferTests.TransferCase/\(BundleFramework.testName(1))"]
    case .swiftTesting: ["--testing-library", "swift-testing", "--filter", BundleFramework.testName(1)]
    }
  }
}
