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
    let lines = output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .filter { isName($0, framework) }
    if framework == .xcTest { return lines.map { ListedTest(framework: framework, name: String($0)) } }
    let alike = Dictionary(grouping: lines, by: withoutPlace)
    return lines.map { line in
      let name = withoutPlace(line)
      return ListedTest(framework: framework, name: String(alike[name]!.count > 1 ? line : name))
    }
  }

  private static func isName(_ line: Substring, _ framework: Framework) -> Bool {
    switch framework {
    // "Listing 7 tests in debug.xctest:" comes first.
    case .xcTest: line.contains("/") && !line.contains(" ")
    case .swiftTesting: line.contains(".") && withoutPlace(line).hasSuffix(")")
    }
  }

  /// Swift Testing adds the place in the source to names that it has twice, and these may differ in their
  /// modules: only functions that differ in nothing but types need it, since it changes with every edit.
  private static func withoutPlace(_ line: Substring) -> Substring {
    line.firstMatch(of: #/^.*\)(?=/[^/]+\.swift:\d+:\d+$)/#)?.output ?? line
  }
}

/// Which tests the user wants.
struct TestFilter {
  private let only: Regex<AnyRegexOutput>?
  private let without: Regex<AnyRegexOutput>?
  private let words: String

  /// - Throws: `CommandError` for what is no regular expression.
  init(only: String?, without: String?) throws {
    self.only = try only.map { try NamePattern.parse($0, of: "--filter", example: "Cache|Timer") }
    self.without = try without.map { try NamePattern.parse($0, of: "--skip", example: "Cache|Timer") }
    words = [only.map { "--filter \"\($0)\"" }, without.map { "--skip \"\($0)\"" }].compactMap { $0 }
      .joined(separator: " and ")
  }

  /// - Throws: `CommandError` when none is left, which must not pass as a success.
  func selected(from tests: [ListedTest]) throws -> [ListedTest] {
    if tests.isEmpty { throw CommandError.nothingMatched("the bundle has no tests") }
    let selected = tests.filter { test in
      (only.map { test.name.contains($0) } ?? true) && !(without.map { test.name.contains($0) } ?? false)
    }
    if selected.isEmpty {
      throw CommandError.nothingMatched("\(words) leaves no test; gcdcheck test --list shows them all")
    }
    return selected
  }
}
