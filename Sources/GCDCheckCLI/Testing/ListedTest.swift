// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One test of a bundle, as its framework lists it.
struct ListedTest: Equatable {
  enum Framework { case xcTest, swiftTesting }

  let framework: Framework
  /// `AppTests.CacheTests/testReload` or `AppTests.CacheSuite/reload()`.
  let name: String

  /// What makes the bundle run this test alone.
  var arguments: [String] {
    switch framework {
    case .xcTest: [name]
    case .swiftTesting: ["--testing-library", "swift-testing", "--filter", pattern]
    }
  }

  /// Swift Testing matches against the name with the place in the source behind it.
  private var pattern: String {
    let escaped = name.map { "\\.+*?()[]{}|^$".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "^\(escaped)(/|$)"
  }

  /// The tests in what a bundle prints when it is asked for them.
  static func list(_ output: String, _ framework: Framework) -> [ListedTest] {
    output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .filter { isName($0, framework) }
      .map { ListedTest(framework: framework, name: String($0)) }
  }

  private static func isName(_ line: Substring, _ framework: Framework) -> Bool {
    switch framework {
    // "Listing 7 tests in debug.xctest:" comes first.
    case .xcTest: line.contains("/") && !line.contains(" ")
    case .swiftTesting: line.contains(".") && line.hasSuffix(")")
    }
  }
}
