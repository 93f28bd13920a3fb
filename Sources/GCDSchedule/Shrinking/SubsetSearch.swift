// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Which members of a set are needed: asks about subsets, gets answers, and ends with one from which nothing
/// can be left out.
///
/// Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input, TSE 2002 (ddmin). Deviations: the
/// empty set is asked for first; complements are tried before parts, since what is needed is mostly little
/// and spread; and the caller may stop at any time, the best set so far being `kept`.
public struct SubsetSearch<TaskProfile: Sendable & Hashable>: Sendable {
  /// The smallest set that was found to hold so far.
  public private(set) var kept: [TaskProfile]
  private var pieces = 2
  private var index = 0
  private var asked: [TaskProfile]?
  private var hasAskedForNone = false
  private var known: Set<[TaskProfile]> = []
  /// No smaller set is left to ask about.
  public private(set) var isDone = false

  /// Starts with a set that holds.
  public init(_ members: [TaskProfile]) {
    kept = members
    isDone = members.isEmpty
  }

  /// The next subset to try, in the order of the whole; nil when nothing can be left out any more.
  public mutating func next() -> [TaskProfile]? {
    while !isDone {
      let candidate = propose()
      if isDone { break }
      if candidate.count < kept.count, known.insert(candidate).inserted {
        asked = candidate
        return candidate
      }
    }
    return nil
  }

  /// Says whether the subset that was asked about holds; `made` = the members that turned out to matter, a
  /// set that holds as well and may be smaller still.
  public mutating func answer(_ holds: Bool, made: [TaskProfile]? = nil) {
    guard let asked else { return }
    self.asked = nil
    if !holds { return }
    kept = made.map { $0.count < asked.count ? $0 : asked } ?? asked
    pieces = max(2, min(pieces - 1, kept.count))
    index = 0
    isDone = kept.isEmpty
  }

  private mutating func propose() -> [TaskProfile] {
    if !hasAskedForNone {
      hasAskedForNone = true
      return []
    }
    if pieces > kept.count { pieces = max(kept.count, 1) }
    if index == pieces {
      if pieces >= kept.count {
        isDone = true
        return []
      }
      pieces = min(pieces * 2, kept.count)
      index = 0
    }
    // Later parts first: what comes after the defect was set up is mostly not needed.
    let part = pieces - 1 - index
    index += 1
    let start = part * kept.count / pieces
    let end = (part + 1) * kept.count / pieces
    return Array(kept[..<start] + kept[end...])
  }
}
