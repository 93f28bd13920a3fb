// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A form in which a run can be reported.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people, at the terminal.
  case text
  /// The event stream itself, one JSON object per line.
  case jsonl
  /// JUnit XML, which most CI servers read.
  case junit
  /// Annotations of GitHub Actions.
  case github
}

/// Where a report goes, as `--report FORMAT[=PATH]` says it.
public struct ReportRequest: Sendable, Equatable {
  /// The form of the report.
  public var format: ReportFormat
  /// A file to write; nil = standard output.
  public var path: String?

  /// Takes each part as the property of the same name describes it.
  public init(_ format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Why a request cannot be met.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// One line, for after the name of the option.
    public var description: String
  }

  /// Reads `FORMAT` or `FORMAT=PATH`.
  ///
  /// - Throws: `Failure`, which lists the formats and guesses which was meant.
  public init(parsing argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let name = parts.first ?? ""
    guard let format = ReportFormat(rawValue: name) else {
      let names = ReportFormat.allCases.map(\.rawValue)
      let guess = closest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw Failure(
        description:
          "there is no report format \"\(name.onOneLine)\"\(guess) (formats: "
          + "\(names.joined(separator: ", ")))"
      )
    }
    if parts.count == 2, parts[1].isEmpty {
      throw Failure(description: "\"\(name)=\" needs a path after the equals sign")
    }
    self.init(format, path: parts.count == 2 ? parts[1] : nil)
  }
}
