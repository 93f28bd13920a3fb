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
  /// Markdown, for the summary of a step of GitHub Actions.
  case summary
  /// SARIF 2.1.0, for GitHub code scanning and editors.
  case sarif
  /// The wait-for graphs, for Graphviz.
  case dot
  /// One page for a browser, which needs nothing else.
  case html

  /// All formats, for sentences and lists.
  public static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// The format that the ending of a file's name represents; nil where it represents none.
  public init?(endingOf path: String) {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "txt", "log": self = .text
    case "jsonl", "ndjson": self = .jsonl
    case "xml": self = .junit
    case "md": self = .summary
    case "sarif": self = .sarif
    case "dot", "gv": self = .dot
    case "html", "htm": self = .html
    default: return nil
    }
  }

  /// - Throws: `ReportRequest.Failure`, which lists the formats and guesses which was meant.
  public init(parsing name: String) throws(ReportRequest.Failure) {
    guard let format = ReportFormat(rawValue: name) else {
      let guess = closest(to: name, among: ReportFormat.allCases.map(\.rawValue))
      throw ReportRequest.Failure(
        description: "there is no report format \"\(name.onOneLine)\""
          + (guess.map { "; did you mean \"\($0)\"?" } ?? "") + " (formats: \(ReportFormat.names))")
    }
    self = format
  }
}

/// Where a report goes, as `--report FORMAT[=PATH]` or `--report PATH` says it.
public struct ReportRequest: Sendable, Equatable {
  /// The form of the report.
  public var format: ReportFormat
  /// A file to write; nil = standard output.
  public var path: String?

  package init(_ format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Why a request cannot be met.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// One line, for after the name of the option.
    public var description: String
  }

  /// Reads `FORMAT`, `FORMAT=PATH` or a path whose ending says the format.
  ///
  /// - Throws: `Failure`, which lists the formats and guesses which was meant.
  public init(parsing argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let name = parts.first ?? ""
    if ReportFormat(rawValue: name) == nil, let format = ReportFormat(endingOf: argument) {
      self.init(format, path: argument)
      return
    }
    let format = try ReportFormat(parsing: name)
    if parts.count == 2, parts[1].isEmpty {
      throw Failure(description: "\"\(name)=\" needs a path after the equals sign")
    }
    self.init(format, path: parts.count == 2 ? parts[1] : nil)
  }

  /// Reads several requests with commas between them.
  ///
  /// - Throws: `Failure` for the first that cannot be met.
  public static func list(_ text: String) throws(Failure) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for part in text.split(separator: ",") { requests.append(try ReportRequest(parsing: String(part))) }
    return requests
  }
}
