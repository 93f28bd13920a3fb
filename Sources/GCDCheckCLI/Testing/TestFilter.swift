// Licensed under the Apache License, Version 2.0; see LICENSE.

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
