// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// One `--report FORMAT[=PATH]`.
struct ReportRequest: SpelledValue {
  var format: ReportFormat
  /// Nil = stdout.
  var path: String?

  init(format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  static let wanted = "FORMAT or FORMAT=PATH, where FORMAT is one of " + ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  init?(spelling: String) {
    let parts = spelling.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: String(parts[0])) else { return nil }
    self.format = format
    if parts.count == 2 {
      guard !parts[1].isEmpty else { return nil }
      path = String(parts[1])
    }
  }

  /// Several requests in one variable, separated by commas.
  struct List: SpelledValue {
    static let wanted = ReportRequest.wanted + "; several are separated by commas"
    var requests: [ReportRequest]

    init?(spelling: String) {
      requests = []
      for part in spelling.split(separator: ",") {
        guard let request = ReportRequest(spelling: String(part)) else { return nil }
        requests.append(request)
      }
      guard !requests.isEmpty else { return nil }
    }
  }
}

extension ReportFormat {
  /// A format for machines: people's lines go to stderr then.
  var takesStandardOutput: Bool { self == .jsonl || self == .junit }
}
