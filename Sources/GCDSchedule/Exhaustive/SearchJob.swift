// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A part of a search through all orders: what begins with some steps, up to a number of runs.
///
/// Its end is a function of the job and of the program, in whatever process the runs are made.
public struct SearchJob: Sendable {
  /// Its place in the order in which jobs count, from 0.
  public let number: Int
  /// Runs that counted when it was given its place.
  public let runsBefore: Int
  /// Asked at each step of its runs.
  public var search: ExhaustiveSearch
  /// It ends after so many runs, or with the one that makes so many steps in all full.
  public let mostRuns: Int
  static let mostSteps = 1 << 16

  /// Whether it is over after so many runs with so many steps in all.
  public func isOver(_ search: ExhaustiveSearch, runs: Int, steps: Int) -> Bool {
    search.isFinished || search.hasDiverged || search.startsOver || runs >= mostRuns
      || steps >= SearchJob.mostSteps
  }
}

/// How many runs the jobs of a search have.
///
/// They grow with their numbers: short ones give many workers something to do soon, long ones are worth their
/// messages.
public struct SearchShares: Sendable, Codable, Equatable {
  /// Of the first job: smaller searches are not split.
  public var first: Int
  /// Of those behind it.
  public var early: Int
  /// Of the late ones, at most.
  public var usual: Int

  /// Jobs of one length, until it is doubled.
  static let doubled = 128

  public init(first: Int, early: Int? = nil, usual: Int) {
    self.first = first
    self.early = early ?? usual
    self.usual = usual
  }

  func runs(ofJob number: Int) -> Int { min(usual, early << min(number / SearchShares.doubled, 20)) }
}

extension ExhaustiveSearch {
  /// What a `SplitSearch` has to know of a job that is over: all but the nodes that it has itself.
  public var endOfPart: ExhaustiveSearch {
    var part = self
    part.nodes.removeFirst(min(max(0, floor - 1), nodes.count))
    return part
  }

  /// Begins a job, whose next run continues behind the last node.
  init(_ bound: Int?, job nodes: [SearchNode], floor: Int) {
    self.init(bound: bound)
    self.nodes = nodes
    self.floor = floor
    isPart = true
    firstNew = max(0, nodes.count - 1)
  }
}
