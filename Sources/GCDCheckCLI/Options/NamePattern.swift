// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A regular expression that the user gives for the names of what is to be run.
enum NamePattern {
  /// - Parameters:
  ///   - option: as the user types it.
  ///   - example: one that would be right.
  /// - Throws: `CommandError` for what is no regular expression.
  static func parse(_ text: String, of option: String, example: String) throws -> Regex<AnyRegexOutput> {
    do {
      return try Regex(text)
    } catch {
      throw CommandError.usage(
        "\(option) \"\(text)\" is no regular expression (\(error)); write one such as '\(example)'")
    }
  }
}
