// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// Places, objects and steps, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension CodeLocation: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(file: try members("file"), line: try members("line"), column: try members("column"))
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(file, forKey: "file")
    try members.encode(line, forKey: "line")
    try members.encode(column, forKey: "column")
  }
}

extension SourceExcerpt: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    line = try members("line")
    column = try members("column")
    text = try members("text")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(line, forKey: "line")
    try members.encode(column, forKey: "column")
    try members.encode(text, forKey: "text")
  }
}

extension LedgerRow: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    step = try members("step")
    participant = try members("party")
    operation = try members("operation")
    before = try members("before")
    after = try members("after")
    location = try members.optional("location")
    function = try members.optional("function")
    isAfterTimeout = try members("isAfterTimeout")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(step, forKey: "step")
    try members.encode(participant, forKey: "party")
    try members.encode(operation, forKey: "operation")
    try members.encode(before, forKey: "before")
    try members.encode(after, forKey: "after")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encodeIfPresent(function, forKey: "function")
    try members.encode(isAfterTimeout, forKey: "isAfterTimeout")
  }
}

extension Ledger: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    object = try members("object")
    rows = try members("rows")
    omitted = try members("omitted")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(object, forKey: "object")
    try members.encode(rows, forKey: "rows")
    try members.encode(omitted, forKey: "omitted")
  }
}

extension ObjectName: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(
      try members("sort"), label: try members.optional("label"), created: try members.optional("created"),
      creator: try members.optional("creator"), ordinal: try members("ordinal"),
      isLabelShared: try members("isLabelShared"), isPlaceShared: try members("isPlaceShared"))
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(type, forKey: "sort")
    try members.encodeIfPresent(label, forKey: "label")
    try members.encodeIfPresent(created, forKey: "created")
    try members.encodeIfPresent(creator, forKey: "creator")
    try members.encode(ordinal, forKey: "ordinal")
    try members.encode(isLabelShared, forKey: "isLabelShared")
    try members.encode(isPlaceShared, forKey: "isPlaceShared")
  }
}

extension StackFrame: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(
      function: try members("function"), location: try members.optional("location"),
      isInlined: try members("isInlined"), isUserCode: try members("isUserCode"))
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(function, forKey: "function")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encode(isInlined, forKey: "isInlined")
    try members.encode(isUserCode, forKey: "isUserCode")
  }
}

extension StepOutcome: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "done": self = .done
    case "waits": self = .waits
    case "timedOut": self = .timedOut
    case "count": self = .count(before: try members("before"), after: try members("after"))
    case "clock": self = .clock(try members("_0"))
    case "dies": self = .dies
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .done: choices.add("done")
    case .waits: choices.add("waits")
    case .timedOut: choices.add("timedOut")
    case .count(let before, let after):
      var members = choices.add("count")
      try members.encode(before, forKey: "before")
      try members.encode(after, forKey: "after")
    case .clock(let first):
      var members = choices.add("clock")
      try members.encode(first, forKey: "_0")
    case .dies: choices.add("dies")
    }
  }
}

extension StepLine: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(
      try members("index"), try members("party"), try members("operation"), try members.optional("object"),
      at: try members.optional("location"), try members("outcome"), detail: try members.optional("detail"))
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(index, forKey: "index")
    try members.encode(participant, forKey: "party")
    try members.encode(operation, forKey: "operation")
    try members.encodeIfPresent(object, forKey: "object")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encode(outcome, forKey: "outcome")
    try members.encodeIfPresent(detail, forKey: "detail")
  }
}

extension StepExcerpt: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    lines = try members("lines")
    total = try members("total")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(lines, forKey: "lines")
    try members.encode(total, forKey: "total")
  }
}
