// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// Events, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension RunStarted: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    tool = try members("tool")
    directory = try members.optional("directory")
    announcesTests = try members("announcesTests")
    shard = try members.optional("shard")
    subject = try members.optional("subject")
    strict = try members.optional("strict")
    invocation = try members.optional("invocation")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(tool, forKey: "tool")
    try members.encodeIfPresent(directory, forKey: "directory")
    try members.encode(announcesTests, forKey: "announcesTests")
    try members.encodeIfPresent(shard, forKey: "shard")
    try members.encodeIfPresent(subject, forKey: "subject")
    try members.encodeIfPresent(strict, forKey: "strict")
    try members.encodeIfPresent(invocation, forKey: "invocation")
  }
}

extension TestStarted: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    test = try members("test")
    location = try members.optional("location")
    schedules = try members("schedules")
    seed = try members("seed")
    strategy = try members("strategy")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(test, forKey: "test")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encode(schedules, forKey: "schedules")
    try members.encode(seed, forKey: "seed")
    try members.encode(strategy, forKey: "strategy")
  }
}

extension ScheduleStarted: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    test = try members("test")
    schedule = try members("schedule")
    seed = try members("seed")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(test, forKey: "test")
    try members.encode(schedule, forKey: "schedule")
    try members.encode(seed, forKey: "seed")
  }
}

extension TraceStep: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    schedule = try members("schedule")
    line = try members("line")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(schedule, forKey: "schedule")
    try members.encode(line, forKey: "line")
  }
}

extension FindingFound: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    test = try members("test")
    isExpected = try members("isExpected")
    finding = try members("finding")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(test, forKey: "test")
    try members.encode(isExpected, forKey: "isExpected")
    try members.encode(finding, forKey: "finding")
  }
}

extension ScheduleEnded: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    schedule = try members("schedule")
    steps = try members("steps")
    virtualTime = try members("virtualTime")
    traceHash = try members("traceHash")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(schedule, forKey: "schedule")
    try members.encode(steps, forKey: "steps")
    try members.encode(virtualTime, forKey: "virtualTime")
    try members.encode(traceHash, forKey: "traceHash")
  }
}

extension TestEnded: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    test = try members("test")
    outcome = try members("outcome")
    schedules = try members("schedules")
    requested = try members("requested")
    distinct = try members("distinct")
    stopped = try members("stopped")
    cut = try members.optional("cut")
    choicePoints = try members.optional("choicePoints")
    traceHash = try members.optional("traceHash")
    search = try members.optional("search")
    part = try members.optional("part")
    coverage = try members.optional("coverage")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(test, forKey: "test")
    try members.encode(outcome, forKey: "outcome")
    try members.encode(schedules, forKey: "schedules")
    try members.encode(requested, forKey: "requested")
    try members.encode(distinct, forKey: "distinct")
    try members.encode(stopped, forKey: "stopped")
    try members.encodeIfPresent(cut, forKey: "cut")
    try members.encodeIfPresent(choicePoints, forKey: "choicePoints")
    try members.encodeIfPresent(traceHash, forKey: "traceHash")
    try members.encodeIfPresent(search, forKey: "search")
    try members.encodeIfPresent(part, forKey: "part")
    try members.encodeIfPresent(coverage, forKey: "coverage")
  }
}

extension RunEnded: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    tests = try members("tests")
    schedules = try members("schedules")
    distinct = try members("distinct")
    errors = try members("errors")
    warnings = try members("warnings")
    failedTests = try members("failedTests")
    hardlyTried = try members.optional("hardlyTried")
    notBegun = try members.optional("notBegun")
    stopped = try members("stopped")
    notes = try members("notes")
    choicePoints = try members.optional("choicePoints")
    search = try members.optional("search")
    coverage = try members.optional("coverage")
    cut = try members.optional("cut")
    exhausted = try members.optional("exhausted")
    directedRuns = try members.optional("directedRuns")
    shard = try members.optional("shard")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(tests, forKey: "tests")
    try members.encode(schedules, forKey: "schedules")
    try members.encode(distinct, forKey: "distinct")
    try members.encode(errors, forKey: "errors")
    try members.encode(warnings, forKey: "warnings")
    try members.encode(failedTests, forKey: "failedTests")
    try members.encodeIfPresent(hardlyTried, forKey: "hardlyTried")
    try members.encodeIfPresent(notBegun, forKey: "notBegun")
    try members.encode(stopped, forKey: "stopped")
    try members.encode(notes, forKey: "notes")
    try members.encodeIfPresent(choicePoints, forKey: "choicePoints")
    try members.encodeIfPresent(search, forKey: "search")
    try members.encodeIfPresent(coverage, forKey: "coverage")
    try members.encodeIfPresent(cut, forKey: "cut")
    try members.encodeIfPresent(exhausted, forKey: "exhausted")
    try members.encodeIfPresent(directedRuns, forKey: "directedRuns")
    try members.encodeIfPresent(shard, forKey: "shard")
  }
}
