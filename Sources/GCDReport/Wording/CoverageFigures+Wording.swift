// Licensed under the Apache License, Version 2.0; see LICENSE.

extension CoverageFigures {
  /// How many partial orders, as a part of a sentence.
  var orders: String {
    // Those of the schedules that nothing looked at may be others.
    let bound = !isExact ? "about " : looked < schedulesRun ? "at least " : ""
    return bound + counted(partialOrders, "partial order")
  }

  /// A line for the end of a report: what was seen, when it was seen last, and how often something new may
  /// still come. It says nothing of how much there is.
  public var sentence: String {
    let place = looked < schedulesRun ? " in the \(grouped(looked)) schedules that were looked at" : ""
    let pairs = (isExact ? "" : "about ") + counted(handOffPairs, "conflict pair")
    let found = (isExact ? "" : "about ") + counted(partialOrders, "partial order")
    let parts = [
      "\(found)\(last(lastNewPartialOrder)), \(pairs)\(last(lastNewConflictPair))\(place)", discovery,
      isExact ? nil : "there were too many to keep: the counts are estimates",
    ]
    return "coverage: " + parts.compactMap { $0 }.joined(separator: "; ")
  }

  /// The same line for one of several tests; nil where no schedule was drawn.
  public func line(of test: String) -> String? { drawn > 0 ? "gcdcheck: \(test): \(sentence)" : nil }

  private func last(_ schedule: Int) -> String {
    schedule == 0 ? "" : " (the last new one in schedule \(grouped(schedule)))"
  }

  /// The discovery rate as an order of magnitude: samples of this kind are not good for more.
  private var discovery: String? {
    // Fewer say nothing.
    if drawn < 30 { return nil }
    // None in n: with 95 % confidence the rate is below 3 in n.
    if singles == 0 {
      return "probably fewer than 1 in \(round(drawn / 3)) further schedules would show \(member)"
    }
    let every = drawn / singles
    if every < 2 { return "most further schedules would show \(member)" }
    return "about 1 in \(round(every)) further schedules would show \(member)"
  }

  private var member: String {
    switch discoveryClass {
    case .partialOrder: "a new partial order"
    }
  }

  /// One digit that counts.
  private func round(_ number: Int) -> String {
    var unit = 1
    while number / unit >= 10 { unit *= 10 }
    return grouped((number + unit / 2) / unit * unit)
  }
}

extension RunEnded {
  /// The figures where they say something: not where every order was tried anyway.
  public var reportingCoverage: CoverageFigures? {
    guard let coverage, search == nil, coverage.drawn > 0 else { return nil }
    return coverage
  }
}
