// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Partial order sampling under one to three drawn rules: no task passes this place of the program before
/// some task has passed that one.
///
/// The constraint part of Wolff, Shi, Duck, Mathur, Roychoudhury: Greybox Fuzzing for Concurrency Testing,
/// ASPLOS 2024 (RFF), without its feedback, which finds no more in their own ablation. A rule names places
/// and no tasks: however many threads run the same code, one rule holds them all. Deviations: rules are drawn
/// from pairs of places that touched one object from two tasks in the measured run, and say "the first pass
/// of a before any pass of b"; one that leaves nobody to go on is dropped.
struct SiteOrder {
  private struct Rule {
    var before: UInt64
    var after: UInt64
    var isOpen: Bool
  }

  private static let mostRules = 3

  private var background = PartialOrderSampling()
  private var census = RunCensus()
  /// The first `ruleCount` are those of this run.
  private let rules: UnsafeMutablePointer<Rule>
  private var ruleCount = 0
  /// Rules of this run that still hold somebody up.
  private var openRules = 0

  init() {
    rules = .allocate(capacity: SiteOrder.mostRules)
    rules.initialize(repeating: Rule(before: 0, after: 0, isOpen: false), count: SiteOrder.mostRules)
  }

  func free() {
    rules.deallocate()
    background.free()
  }

  mutating func learn(_ census: RunCensus) { self.census = census }

  mutating func begin(seed: UInt64, generator: inout SeededGenerator) {
    background.begin(seed: seed)
    ruleCount = 0
    if !census.pairs.isEmpty {
      let wanted = generator.below(SiteOrder.mostRules) &+ 1
      while ruleCount < wanted {
        let pair = census.pairs[generator.below(census.pairs.count)]
        let isForward = generator.below(2) == 0
        rules[ruleCount] = Rule(
          before: isForward ? pair.first : pair.second, after: isForward ? pair.second : pair.first,
          isOpen: true)
        ruleCount &+= 1
      }
    }
    openRules = ruleCount
  }

  /// The index of the candidate that goes on, never the clock.
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, view: TaskView) -> Int {
    var best = -1
    var bestPriority = Int64.min
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock, openRules == 0 || !isHeld(view.site(of: task)) {
        let priority = background.priority(task, view)
        if priority > bestPriority {
          bestPriority = priority
          best = index
        }
      }
      index &+= 1
    }
    if best < 0 {
      best = background.next(candidates, count, view: view)
      drop(after: view.site(of: candidates[best]))
    }
    background.settle(candidates, count, chosen: best, view: view)
    return best
  }

  private func isHeld(_ place: UInt64) -> Bool {
    if place == 0 { return false }
    var index = 0
    while index < ruleCount {
      if rules[index].isOpen, rules[index].after == place { return true }
      index &+= 1
    }
    return false
  }

  private mutating func drop(after place: UInt64) {
    var index = 0
    while index < ruleCount {
      if rules[index].isOpen, rules[index].after == place { close(index) }
      index &+= 1
    }
  }

  private mutating func close(_ index: Int) {
    rules[index].isOpen = false
    openRules &-= 1
  }

  /// A task has passed a place.
  mutating func executed(at place: UInt64) {
    if openRules == 0 { return }
    var index = 0
    while index < ruleCount {
      if rules[index].isOpen, rules[index].before == place { close(index) }
      index &+= 1
    }
  }

  mutating func demote(_ task: TaskID) { background.demote(task) }
}
