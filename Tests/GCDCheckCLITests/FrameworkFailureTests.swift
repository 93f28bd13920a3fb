// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

@testable import gcdcheck

/// What XCTest and Swift Testing print about tests and failures, in their own words.
@Suite struct FrameworkFailureTests {
  @Test func readsWhatXCTestPrints() {
    let failures = FrameworkFailure.list(
      """
      Test Case 'CacheTests.testLost' started at 2020-01-01 00:00:00.000
      /src/my app/CacheTests.swift:21: error: CacheTests.testLost : XCTAssertEqual failed: ("1") is not \
      equal to ("2") -
      /src/CacheTests.swift:22: error: CacheTests.testLost : failed - lost: one
      Test Case 'CacheTests.testLost' failed (0.0 seconds)
      """)
    #expect(
      failures == [
        FrameworkFailure(
          file: "/src/my app/CacheTests.swift", line: 21, column: 0,
          message: "XCTAssertEqual failed: (\"1\") is not equal to (\"2\")"),
        FrameworkFailure(file: "/src/CacheTests.swift", line: 22, column: 0, message: "failed - lost: one"),
      ])
  }

  @Test func readsWhatSwiftTestingPrints() {
    let failures = FrameworkFailure.list(
      """
      ◇ Test early() started.
      ✘ Test early() recorded an issue at T.swift:26:45: Expectation failed: ready
      ↳ // by then
      ✘ Test each(_:) recorded an issue with 1 argument n → 3 at T.swift:14:5: Expectation failed: (n → 3) < 3
      ✘ Test run with 2 tests in 1 suite failed after 0.001 seconds with 2 issues.
      """)
    #expect(
      failures == [
        FrameworkFailure(file: "T.swift", line: 26, column: 45, message: "Expectation failed: ready"),
        FrameworkFailure(file: "T.swift", line: 14, column: 5, message: "Expectation failed: (n → 3) < 3"),
      ])
  }

  @Test func findsTheFileThatANameMeans() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Tests/A/One.swift")
    try folder.write("", to: "Tests/A/Two.swift")
    try folder.write("", to: "Tests/B/Two.swift")
    let sources = TestSources(package: folder.url)
    func path(_ name: String) -> String {
      sources.location(of: FrameworkFailure(file: name, line: 3, column: 1, message: "")).file
    }
    #expect(path("One.swift").hasSuffix("/Tests/A/One.swift"))
    #expect(path("Two.swift") == "Two.swift")
    #expect(path("/else/One.swift") == "/else/One.swift")
  }

  @Test func listsNamesAndNothingElse() {
    let classic = ListedTest.list(
      "Listing 2 tests in debug.xctest:\n\nA.BTests/testC\nA.BTests/testD\n", .xcTest)
    #expect(classic.map(\.name) == ["A.BTests/testC", "A.BTests/testD"])
    #expect(classic[0].arguments == ["A.BTests/testC"])
    let modern = ListedTest.list("A.S/each(_:)\nA.free()\n", .swiftTesting)
    #expect(modern.map(\.name) == ["A.S/each(_:)", "A.free()"])
    #expect(modern[0].arguments.last == #"^A\.S/each\(_:\)(/|$)"#)
  }

  /// Swift Testing adds the place to names that are there twice, be it in two modules.
  @Test func listsTestsWithEqualNames() {
    let tests = ListedTest.list(
      """
      A.S/each(_:)/S.swift:3:2
      A.S/each(_:)/S.swift:9:2
      A.put()/S.swift:12:2
      B.put()/a b.swift:7:10
      A.free()

      """, .swiftTesting)
    #expect(
      tests.map(\.name) == [
        "A.S/each(_:)/S.swift:3:2", "A.S/each(_:)/S.swift:9:2", "A.put()", "B.put()", "A.free()",
      ])
    #expect(tests[0].arguments.last == #"^A\.S/each\(_:\)/S\.swift:3:2(/|$)"#)
    #expect(tests[2].arguments.last == #"^A\.put\(\)(/|$)"#)
  }

  @Test func filtersByBothPatterns() throws {
    let tests = ListedTest.list("A.X/testOne\nA.X/testTwo\nA.Y/testOne\n", .xcTest)
    let some = try TestFilter(only: "One", without: "Y").selected(from: tests)
    #expect(some.map(\.name) == ["A.X/testOne"])
    #expect(throws: CommandError.self) { try TestFilter(only: "One", without: "A").selected(from: tests) }
  }
}
