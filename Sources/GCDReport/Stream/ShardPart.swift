// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What the end of a test tells in a shard, so that all shards together give what one process would.
public struct ShardPart: Sendable, Codable, Equatable {
  /// The hashes of the shard's schedules in the order of their numbers, as the writer packs them into text.
  public var hashes: String
  /// What the schedules that were looked at reached, as the writer packs it into text.
  public var looks: String
  /// Schedules with lower numbers are the first shard's; the others are shared out by their numbers.
  public var beginning: Int
  /// How many of the hashes belong to the beginning: it may have runs without a number as well.
  public var hashesOfBeginning: Int
  /// How many of the shard's findings, from the first on, were made there.
  public var findingsOfBeginning: Int
  /// The number of the schedule that was looked at last, from 0.
  public var last: Int
  /// A finding ended the exploration there.
  public var isEndedByFinding: Bool
  /// The schedule of a regression file ended it, before anything was explored.
  public var isEndedBySaved: Bool
  /// Runs that were led to suspected deadlocks.
  public var directed: [DirectedRuns]
  /// What a scenario asks for; nil for other programs.
  public var expectation: Expectation?
  /// What the variables held that a scenario asks for.
  public var outcomes: [[Int]]

  /// Runs that one schedule gave cause to.
  public struct DirectedRuns: Sendable, Codable, Equatable {
    /// The number of that schedule, from 0.
    public var number: Int
    public var runs: Int

    package init(number: Int, runs: Int) {
      self.number = number
      self.runs = runs
    }

    private enum CodingKeys: String, CodingKey {
      case number = "number"
      case runs = "runs"
    }
  }

  package init(
    hashes: String, looks: String, beginning: Int, hashesOfBeginning: Int, findingsOfBeginning: Int,
    last: Int,
    isEndedByFinding: Bool = false, isEndedBySaved: Bool = false,
    directed: [DirectedRuns] = [], expectation: Expectation? = nil, outcomes: [[Int]] = []
  ) {
    self.hashes = hashes
    self.looks = looks
    self.beginning = beginning
    self.hashesOfBeginning = hashesOfBeginning
    self.findingsOfBeginning = findingsOfBeginning
    self.last = last
    self.isEndedByFinding = isEndedByFinding
    self.isEndedBySaved = isEndedBySaved
    self.directed = directed
    self.expectation = expectation
    self.outcomes = outcomes
  }

  private enum CodingKeys: String, CodingKey {
    case hashes = "hashes"
    case looks = "looks"
    case beginning = "beginning"
    case hashesOfBeginning = "hashesOfBeginning"
    case findingsOfBeginning = "findingsOfBeginning"
    case last = "last"
    case isEndedByFinding = "isEndedByFinding"
    case isEndedBySaved = "isEndedBySaved"
    case directed = "directed"
    case expectation = "expectation"
    case outcomes = "outcomes"
  }
}
