// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension ReportRequest {
  /// For `@Option(transform:)`: the words of the failure come after the name of the option.
  static func parse(_ spelling: String) throws -> ReportRequest { try ReportRequest(parsing: spelling) }

  /// Several requests in one variable, separated by commas.
  ///
  /// - Throws: `CommandError` for the first that cannot be met.
  static func list(_ spelling: String, variable: String) throws -> [ReportRequest] {
    do {
      return try list(spelling)
    } catch {
      throw CommandError.usage("the environment variable \(variable) is \"\(spelling)\": \(error)")
    }
  }

  /// A report for machines on stdout: people's lines go to stderr then.
  var takesStandardOutput: Bool { path == nil && format != .text && format != .github }
}

extension ReportFormat {
  /// For `@Option(transform:)`.
  static func parse(_ spelling: String) throws -> ReportFormat { try ReportFormat(parsing: spelling) }
}
