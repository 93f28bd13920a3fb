// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// What an event says of how a test or a run came out, as version 1 of the event stream writes it: a property
// or a case may be renamed, the strings here may not.

extension CoverageFigures: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    schedulesRun = try members("schedulesRun")
    distinctSchedules = try members("distinctSchedules")
    partialOrders = try members("partialOrders")
    handOffPairs = try members("handOffPairs")
    isExact = try members("isExact")
    looked = try members("looked")
    discoveryClass = try members("discoveryClass")
    singles = try members("singles")
    drawn = try members("drawn")
    lastNewPartialOrder = try members("lastNewPartialOrder")
    lastNewConflictPair = try members("lastNewHandOff")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(schedulesRun, forKey: "schedulesRun")
    try members.encode(distinctSchedules, forKey: "distinctSchedules")
    try members.encode(partialOrders, forKey: "partialOrders")
    try members.encode(handOffPairs, forKey: "handOffPairs")
    try members.encode(isExact, forKey: "isExact")
    try members.encode(looked, forKey: "looked")
    try members.encode(discoveryClass, forKey: "discoveryClass")
    try members.encode(singles, forKey: "singles")
    try members.encode(drawn, forKey: "drawn")
    try members.encode(lastNewPartialOrder, forKey: "lastNewPartialOrder")
    try members.encode(lastNewConflictPair, forKey: "lastNewHandOff")
  }
}

extension Expectation: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "clean": self = .clean
    case "finding": self = .finding(try members("_0"), names: try members("names"))
    case "outcomes": self = .outcomes(variables: try members("variables"), values: try members("values"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .clean: choices.add("clean")
    case .finding(let first, let names):
      var members = choices.add("finding")
      try members.encode(first, forKey: "_0")
      try members.encode(names, forKey: "names")
    case .outcomes(let variables, let values):
      var members = choices.add("outcomes")
      try members.encode(variables, forKey: "variables")
      try members.encode(values, forKey: "values")
    }
  }
}

extension StopReason: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "completed": self = .completed
    case "finding": self = .finding
    case "exhausted": self = .exhausted
    case "time": self = .time
    case "deadRuns":
      self = .abandonedExecutions(count: try members("count"), leakedBytes: try members("leakedBytes"))
    case "tooLong": self = .tooLong(steps: try members("steps"))
    case "saturated": self = .saturated(schedules: try members("schedules"))
    case "assertion": self = .assertion
    case "interrupted": self = .interrupted
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .completed: choices.add("completed")
    case .finding: choices.add("finding")
    case .exhausted: choices.add("exhausted")
    case .time: choices.add("time")
    case .abandonedExecutions(let count, let leakedBytes):
      var members = choices.add("deadRuns")
      try members.encode(count, forKey: "count")
      try members.encode(leakedBytes, forKey: "leakedBytes")
    case .tooLong(let steps):
      var members = choices.add("tooLong")
      try members.encode(steps, forKey: "steps")
    case .saturated(let schedules):
      var members = choices.add("saturated")
      try members.encode(schedules, forKey: "schedules")
    case .assertion: choices.add("assertion")
    case .interrupted: choices.add("interrupted")
    }
  }
}

extension CutSchedule: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    number = try members("number")
    steps = try members("steps")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(number, forKey: "number")
    try members.encode(steps, forKey: "steps")
  }
}

extension SummaryNote: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "racesNotChecked": self = .racesNotChecked
    case "unusedAllowance": self = .unusedAllowance(try members("_0"))
    case "silenced": self = .silenced(count: try members("count"))
    case "notControlled": self = .notControlled
    case "noLongerFound": self = .noLongerFound(try members("_0"), finding: try members("finding"))
    case "savedScheduleUnreadable":
      self = .savedScheduleUnreadable(entry: try members("entry"), reason: try members("reason"))
    case "saved": self = .saved(entries: try members("entries"))
    case "notSaved": self = .notSaved(file: try members("file"), reason: try members("reason"))
    case "servesForGood": self = .servesForGood(schedules: try members("schedules"))
    case "madeOutsideBody": self = .madeOutsideBody(try members("_0"))
    case "noSourceLines": self = .noSourceLines(try members("_0"))
    case "unknownHere": self = .unknownHere(try members("_0"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .racesNotChecked: choices.add("racesNotChecked")
    case .unusedAllowance(let first):
      var members = choices.add("unusedAllowance")
      try members.encode(first, forKey: "_0")
    case .silenced(let count):
      var members = choices.add("silenced")
      try members.encode(count, forKey: "count")
    case .notControlled: choices.add("notControlled")
    case .noLongerFound(let first, let finding):
      var members = choices.add("noLongerFound")
      try members.encode(first, forKey: "_0")
      try members.encode(finding, forKey: "finding")
    case .savedScheduleUnreadable(let entry, let reason):
      var members = choices.add("savedScheduleUnreadable")
      try members.encode(entry, forKey: "entry")
      try members.encode(reason, forKey: "reason")
    case .saved(let entries):
      var members = choices.add("saved")
      try members.encode(entries, forKey: "entries")
    case .notSaved(let file, let reason):
      var members = choices.add("notSaved")
      try members.encode(file, forKey: "file")
      try members.encode(reason, forKey: "reason")
    case .servesForGood(let schedules):
      var members = choices.add("servesForGood")
      try members.encode(schedules, forKey: "schedules")
    case .madeOutsideBody(let first):
      var members = choices.add("madeOutsideBody")
      try members.encode(first, forKey: "_0")
    case .noSourceLines(let first):
      var members = choices.add("noSourceLines")
      try members.encode(first, forKey: "_0")
    case .unknownHere(let first):
      var members = choices.add("unknownHere")
      try members.encode(first, forKey: "_0")
    }
  }
}

extension TestEnded.Outcome: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "passed": self = .passed
    case "hardlyTried": self = .hardlyTried
    case "failed": self = .failed
    case "unexpected": self = .unexpected(expected: try members("expected"), actual: try members("actual"))
    case "asExpected": self = .asExpected(try members("_0"))
    case "skipped": self = .skipped(reason: try members("reason"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .passed: choices.add("passed")
    case .hardlyTried: choices.add("hardlyTried")
    case .failed: choices.add("failed")
    case .unexpected(let expected, let actual):
      var members = choices.add("unexpected")
      try members.encode(expected, forKey: "expected")
      try members.encode(actual, forKey: "actual")
    case .asExpected(let first):
      var members = choices.add("asExpected")
      try members.encode(first, forKey: "_0")
    case .skipped(let reason):
      var members = choices.add("skipped")
      try members.encode(reason, forKey: "reason")
    }
  }
}

extension SearchExtent: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    interleavings = try members("interleavings")
    bound = try members.optional("bound")
    isComplete = try members("isComplete")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(interleavings, forKey: "interleavings")
    try members.encodeIfPresent(bound, forKey: "bound")
    try members.encode(isComplete, forKey: "isComplete")
  }
}

extension ShardPart: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    hashes = try members("hashes")
    looks = try members("looks")
    beginning = try members("beginning")
    hashesOfBeginning = try members("hashesOfBeginning")
    findingsOfBeginning = try members("findingsOfBeginning")
    last = try members("last")
    isEndedByFinding = try members("isEndedByFinding")
    isEndedBySaved = try members("isEndedBySaved")
    directed = try members("directed")
    expectation = try members.optional("expectation")
    outcomes = try members("outcomes")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(hashes, forKey: "hashes")
    try members.encode(looks, forKey: "looks")
    try members.encode(beginning, forKey: "beginning")
    try members.encode(hashesOfBeginning, forKey: "hashesOfBeginning")
    try members.encode(findingsOfBeginning, forKey: "findingsOfBeginning")
    try members.encode(last, forKey: "last")
    try members.encode(isEndedByFinding, forKey: "isEndedByFinding")
    try members.encode(isEndedBySaved, forKey: "isEndedBySaved")
    try members.encode(directed, forKey: "directed")
    try members.encodeIfPresent(expectation, forKey: "expectation")
    try members.encode(outcomes, forKey: "outcomes")
  }
}

extension ShardPart.DirectedRuns: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    number = try members("number")
    runs = try members("runs")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(number, forKey: "number")
    try members.encode(runs, forKey: "runs")
  }
}
