// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Steps with their loops reported once.
package struct CollapsedLoops {
  package enum Item: Equatable {
    case step(StepLine)
    /// The steps `first` to `last` came so many times more; by these participants in turn, where it was not
    /// always the same one.
    case again(count: Int, first: StepIndex, last: StepIndex, participants: [String])
    /// So many lines were left out.
    case omitted(Int)
  }

  package let items: [Item]

  /// Rounds longer than that are hardly seen as one.
  private static let longestRound = 8

  package init(_ steps: [StepLine]) {
    let lines = CollapsedLoops.withoutPlainReturns(steps)
    var items: [Item] = []
    var index = 0
    while index < lines.count {
      guard let loop = CollapsedLoops.loop(lines, at: index) else {
        items.append(.step(lines[index]))
        index += 1
        continue
      }
      let round = lines[index..<index + loop.length]
      items += round.map(Item.step)
      let participants = (1...loop.count).map { lines[index + $0 * loop.length].participant }
      items.append(
        .again(
          count: loop.count, first: round.first!.index, last: round.last!.index,
          participants: participants.allSatisfy { $0 == lines[index].participant } ? [] : participants))
      index += loop.length * (loop.count + 1)
    }
    self.items = items
  }

  private init(items: [Item]) { self.items = items }

  /// A sync that nothing else comes in between returns, as a user expects.
  private static func withoutPlainReturns(_ lines: [StepLine]) -> [StepLine] {
    lines.enumerated().filter { index, line in
      guard line.operation == .endSync, index > 0 else { return true }
      let before = lines[index - 1]
      let isItsBeginning = before.operation.isSync && before.outcome != .waits
      return !(isItsBeginning && before.participant == line.participant && before.object == line.object)
    }.map(\.element)
  }

  /// At most so many lines: the first ones and, twice as many, the last ones.
  package func shortened(to most: Int) -> CollapsedLoops {
    guard items.count > most else { return self }
    let head = most / 3
    let omitted = items.count - most + 1
    return CollapsedLoops(
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

  /// The same steps, by the same participants or, where one participant makes all of a round, by another one.
  private static func isSame(_ lines: [StepLine], _ first: Int, _ second: Int, _ length: Int) -> Bool {
    let one = Set(lines[first..<first + length].map(\.participant))
    let other = Set(lines[second..<second + length].map(\.participant))
    guard one == other || (one.count == 1 && other.count == 1 && isWorker(one) && isWorker(other)) else {
      return false
    }
    return (0..<length).allSatisfy { offset in
      let (a, b) = (lines[first + offset], lines[second + offset])
      return (one != other || a.participant == b.participant) && a.operation == b.operation
        && a.object == b.object
        && a.location == b.location && a.outcome.isAlike(b.outcome) && a.detail == b.detail
    }
  }

  private static func isWorker(_ participants: Set<String>) -> Bool {
    participants.first?.hasPrefix("worker ") ?? false
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

extension CollapsedLoops.Item {
  /// What is in the place of what is not shown; nil for a step.
  var placeholder: String? {
    switch self {
    case .step: nil
    case .again(let count, let first, let last, let participants):
      "... \(grouped(count)) more times "
        + (first == last ? "step #\(first)" : "steps #\(first) to #\(last)")
        + (participants.isEmpty ? "" : ", by \(CollapsedLoops.Item.range(of: participants))")
    case .omitted(let count): "... \(counted(count, "more step")) ..."
    }
  }

  private static func range(of participants: [String]) -> String {
    let distinct = participants.distinct
    return distinct.count > 2 ? "\(distinct[0]) to \(distinct[distinct.count - 1])" : list(distinct)
  }
}
