// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// Where a finding was made, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension RegressionOrigin: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    file = try members("file")
    number = try members("number")
    manner = try members("manner")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(file, forKey: "file")
    try members.encode(number, forKey: "number")
    try members.encode(manner, forKey: "manner")
  }
}

extension ReplayTarget: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "test": self = .test(filter: try members("filter"))
    case "scenario": self = .scenario(path: try members("path"))
    case "process": self = .process(command: try members("command"))
    case "program": self = .program
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .test(let filter):
      var members = choices.add("test")
      try members.encode(filter, forKey: "filter")
    case .scenario(let path):
      var members = choices.add("scenario")
      try members.encode(path, forKey: "path")
    case .process(let command):
      var members = choices.add("process")
      try members.encode(command, forKey: "command")
    case .program: choices.add("program")
    }
  }
}

extension FindingOrigin: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    test = try members("test")
    target = try members("target")
    schedule = try members("schedule")
    schedules = try members("schedules")
    strategy = try members("strategy")
    seed = try members("seed")
    token = try members("token")
    poolWidth = try members.optional("poolWidth")
    poolGrows = try members.optional("poolGrows")
    virtualTime = try members("virtualTime")
    neededClockSkew = try members("neededClockSkew")
    verdict = try members("verdict")
    occurrences = try members.optional("occurrences")
    shrinking = try members.optional("shrinking")
    regression = try members.optional("regression")
    missingReader = try members.optional("missingReader")
    directory = try members.optional("directory")
    command = try members("command")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(test, forKey: "test")
    try members.encode(target, forKey: "target")
    try members.encode(schedule, forKey: "schedule")
    try members.encode(schedules, forKey: "schedules")
    try members.encode(strategy, forKey: "strategy")
    try members.encode(seed, forKey: "seed")
    try members.encode(token, forKey: "token")
    try members.encodeIfPresent(poolWidth, forKey: "poolWidth")
    try members.encodeIfPresent(poolGrows, forKey: "poolGrows")
    try members.encode(virtualTime, forKey: "virtualTime")
    try members.encode(neededClockSkew, forKey: "neededClockSkew")
    try members.encode(verdict, forKey: "verdict")
    try members.encodeIfPresent(occurrences, forKey: "occurrences")
    try members.encodeIfPresent(shrinking, forKey: "shrinking")
    try members.encodeIfPresent(regression, forKey: "regression")
    try members.encodeIfPresent(missingReader, forKey: "missingReader")
    try members.encodeIfPresent(directory, forKey: "directory")
    try members.encode(command, forKey: "command")
  }
}

extension Shrinking: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    before = try members("before")
    after = try members("after")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(before, forKey: "before")
    try members.encode(after, forKey: "after")
  }
}

extension Occurrences: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    count = try members("count")
    schedules = try members("schedules")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(count, forKey: "count")
    try members.encode(schedules, forKey: "schedules")
  }
}
