// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Another order under one to three drawn rules: no task passes this place of the program before
/// some task has passed that one.
///
/// The constraint part of Wolff, Shi, Duck, Mathur, Roychoudhury: Greybox Fuzzing for Concurrency Testing,
/// ASPLOS 2024 (RFF), without its feedback, which finds no more in their own ablation. A rule names places
/// and no tasks: however many threads run the same code, one rule holds them all. Deviations: rules are drawn
/// from pairs of places that touched one object from two tasks in the measured run, and say "the first pass
/// of a before any pass of b"; one that leaves nothing to continue is dropped.
struct SiteStrategy {
  private struct Rule {
    var before: UInt64
    var after: UInt64
    var isOpen: Bool
  }

  private static let mostRules = 3

  private var background = FallbackStrategy()
  private var census = AccessProfile()
  /// The first `ruleCount` are those of this run.
  private let rules: UnsafeMutablePointer<Rule>
  private var ruleCount = 0
  /// Rules of this run that still hold a task up.
  private var openRules = 0

  init() {
    rules = .allocate(capacity: SiteStrategy.mostRules)
    rules.initialize(repeating: Rule(before: 0, after: 0, isOpen: false), count: SiteStrategy.mostRules)
  }

  func free() {
    rules.deallocate()
    background.free()
  }

  mutating func learn(_ census: AccessProfile) { self.census = census }

  /// Begins a run; `depth` and `length` are those of the order under the rules.
  mutating func begin(depth: Int, length: Int, generator: inout SeededGenerator) {
    background.begin(depth: depth, length: length, generator: &generator)
    ruleCount = 0
    if !census.pairs.isEmpty {
      let wanted = generator.below(SiteStrategy.mostRules) &+ 1
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

  /// The index of the candidate that continues, never the clock.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, point: Int, view: TaskView,
    generator: inout SeededGenerator
  ) -> Int {
    background.clear(for: count)
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock, openRules == 0 || !isHeld(view.site(of: task)) { background.add(task, at: index) }
      index &+= 1
    }
    let isStuck = background.size == 0
    if isStuck {
      for index in 0..<count where candidates[index] != .clock {
        background.add(candidates[index], at: index)
      }
    }
    let chosen = background.next(point: point, view: view, generator: &generator)
    if isStuck { drop(after: view.site(of: candidates[chosen])) }
    background.settle(candidates, count, chosen: chosen, view: view)
    return chosen
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
