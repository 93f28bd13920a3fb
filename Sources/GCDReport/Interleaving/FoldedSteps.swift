// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Steps with their loops told once.
package struct FoldedSteps {
  package enum Item: Equatable {
    case step(StepLine)
    /// The steps `first` to `last` came so many times more; by these parties in turn, where it was not always
    /// the same one.
    case again(count: Int, first: StepIndex, last: StepIndex, parties: [String])
    /// So many lines were left out.
    case omitted(Int)
  }

  package let items: [Item]

  /// Rounds longer than that are hardly seen as one.
  private static let longestRound = 8

  package init(_ steps: [StepLine]) {
    let lines = FoldedSteps.withoutPlainReturns(steps)
    var items: [Item] = []
    var index = 0
    while index < lines.count {
      guard let loop = FoldedSteps.loop(lines, at: index) else {
        items.append(.step(lines[index]))
        index += 1
        continue
      }
      let round = lines[index..<index + loop.length]
      items += round.map(Item.step)
      let parties = (1...loop.count).map { lines[index + $0 * loop.length].party }
      items.append(
        .again(
          count: loop.count, first: round.first!.index, last: round.last!.index,
          parties: parties.allSatisfy { $0 == lines[index].party } ? [] : parties))
      index += loop.length * (loop.count + 1)
    }
    self.items = items
  }

  private init(items: [Item]) { self.items = items }

  /// A sync that nothing else comes in between returns, as anybody expects.
  private static func withoutPlainReturns(_ lines: [StepLine]) -> [StepLine] {
    lines.enumerated().filter { index, line in
      guard line.operation == .endSync, index > 0 else { return true }
      let before = lines[index - 1]
      let isItsBeginning = before.operation.isSync && before.outcome != .waits
      return !(isItsBeginning && before.party == line.party && before.object == line.object)
    }.map(\.element)
  }

  /// At most so many lines: the first ones and, twice as many, the last ones.
  package func shortened(to most: Int) -> FoldedSteps {
    guard items.count > most else { return self }
    let head = most / 3
    let omitted = items.count - most + 1
    return FoldedSteps(
      items: Array(items[..<head]) + [.omitted(omitted)] + Array(items[(head + omitted)...]))
  }

  /// The round that begins here and how often it comes again, where that spares some lines; the one that
  /// spares most.
  private static func loop(_ lines: [StepLine], at start: Int) -> (length: Int, count: Int)? {
    var best: (length: Int, count: Int)?
    for length in 1...longestRound where start + 2 * length <= lines.count {
      var count = 0
      while start + (count + 2) * length <= lines.count,
        isSame(lines, start, start + (count + 1) * length, length)
      {
        count += 1
      }
      guard count * length >= 3, count >= 2 else { continue }
      if count * length > (best.map { $0.length * $0.count } ?? 0) { best = (length, count) }
    }
    return best
  }

  /// The same steps, by the same parties or, where one party makes all of a round, by another one.
  private static func isSame(_ lines: [StepLine], _ first: Int, _ second: Int, _ length: Int) -> Bool {
    let one = Set(lines[first..<first + length].map(\.party))
    let other = Set(lines[second..<second + length].map(\.party))
    guard one == other || (one.count == 1 && other.count == 1 && isWorker(one) && isWorker(other)) else {
      return false
    }
    return (0..<length).allSatisfy { offset in
      let (a, b) = (lines[first + offset], lines[second + offset])
      return (one != other || a.party == b.party) && a.operation == b.operation && a.object == b.object
        && a.location == b.location && a.outcome.isAlike(b.outcome) && a.detail == b.detail
    }
  }

  private static func isWorker(_ parties: Set<String>) -> Bool {
    parties.first?.hasPrefix("worker ") ?? false
  }
}

extension StepOutcome {
  /// Tells the same, but for the numbers in it.
  fileprivate func isAlike(_ other: StepOutcome) -> Bool {
    switch (self, other) {
    case (.done, .done), (.waits, .waits), (.timedOut, .timedOut), (.dies, .dies), (.count, .count),
      (.clock, .clock):
      true
    default: false
    }
  }
}

extension FoldedSteps.Item {
  /// What stands in the place of what is not shown; nil for a step.
  var words: String? {
    switch self {
    case .step: nil
    case .again(let count, let first, let last, let parties):
      "... \(grouped(count)) more times "
        + (first == last ? "step #\(first)" : "steps #\(first) to #\(last)")
        + (parties.isEmpty ? "" : ", by \(FoldedSteps.Item.range(of: parties))")
    case .omitted(let count): "... \(counted(count, "more step")) ..."
    }
  }

  private static func range(of parties: [String]) -> String {
    let distinct = parties.distinct
    return distinct.count > 2 ? "\(distinct[0]) to \(distinct[distinct.count - 1])" : list(distinct)
  }
}
