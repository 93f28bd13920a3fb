// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What the real library did with a program.
public struct RealLog: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    case done
    /// Every thread sleeps, and something has not ended.
    case hang
    /// libdispatch ended the process in this act.
    case crash(block: Int, act: Int)
  }

  /// One entry of the journal; `act` is 0 for blocks.
  public enum Entry: Hashable, Sendable {
    case blockBegins(Int)
    case blockEnds(Int)
    case actBegins(block: Int, act: Int)
    case actEnds(block: Int, act: Int)
  }

  public var outcome: Outcome
  public var entries: [Entry]

  public init(outcome: Outcome, entries: [Entry]) {
    self.outcome = outcome
    self.entries = entries
  }

  /// Reads a line that the child process wrote; nil if it is not complete.
  public init?(_ line: Substring) {
    var words = line.split(separator: " ")
    guard !words.isEmpty else { return nil }
    switch words.removeFirst() {
    case "done": outcome = .done
    case "hang": outcome = .hang
    case "crash":
      guard words.count >= 2, let block = Int(words[0]), let act = Int(words[1]) else { return nil }
      outcome = .crash(block: block, act: act)
      words.removeFirst(2)
    default: return nil
    }
    entries = []
    for word in words {
      guard let number = Int(word) else { return nil }
      let block = number >> 8 & 0xff
      let act = number & 0xff
      switch number >> 16 {
      case 0: entries.append(.blockBegins(block))
      case 1: entries.append(.blockEnds(block))
      case 2: entries.append(.actBegins(block: block, act: act))
      default: entries.append(.actEnds(block: block, act: act))
      }
    }
  }
}
