// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How a schedule of a regression file was run again.
public enum ReplayManner: String, Sendable, Codable {
  /// Every choice as recorded, with the recorded trace.
  case exact = "exact"
  /// The recorded orders wherever the program came to them, the usual order elsewhere.
  case orders = "orders"
  /// The recorded orders at places near the recorded ones, then any order.
  case search = "search"

  /// To follow "replayed".
  public var clause: String {
    switch self {
    case .exact: "exactly as recorded"
    case .orders: "by its recorded orders, since the program has changed"
    case .search: "by a search, near its recorded orders and then among any, since the program has changed"
    }
  }
}

/// The line of a regression file that led to a finding.
public struct RegressionOrigin: Sendable, Codable, Equatable {
  /// The file, from the package's folder on.
  public var file: String
  /// The number of the line in it, from 1.
  public var number: Int
  /// How its schedule was run again.
  public var manner: ReplayManner

  package init(file: String, number: Int, manner: ReplayManner) {
    self.file = file
    self.number = number
    self.manner = manner
  }

  /// What `gcdcheck replay` takes.
  public var entry: String { "\(file)#\(number)" }

  private enum CodingKeys: String, CodingKey {
    case file = "file"
    case number = "number"
    case manner = "manner"
  }
}
