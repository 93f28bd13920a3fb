// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Who runs next, as the user asks for it; each has a file of its own under `Strategies`.
///
/// Most people want `auto`; `random` and `pct` are for comparisons, the others for experts.
public enum Strategy: Sendable, Hashable {
  /// A fixed mix of the others by the number of the schedule; see `Portfolio`.
  case auto
  /// Each candidate with the same probability at every choice.
  case random
  /// Priorities with `depth - 1` changes (Burckhardt et al., ASPLOS 2010); `depth` is in 1 ... 32.
  case pct(depth: Int)
  /// As `pct`, with one priority for each serial queue instead of one for each of its blocks (Ozkan et al.,
  /// OOPSLA 2018).
  case pctcp(depth: Int)
  /// A priority for each operation, drawn again when it loses a race (Yuan et al., CAV 2018).
  case pos
  /// Tasks weighted by the operations they still have to do (Zhao et al., ASPLOS 2025).
  case urw
  /// As `urw`, for the operations on one object that is drawn per schedule; the others go as in `pos`, or as
  /// in `pct` of a depth in 1 ... 32.
  case surw(depth: Int)
  /// One to three drawn rules of the form "this place of the program before that one", else as in `pos`, or
  /// as in `pct` of a depth in 1 ... 32.
  case sites(depth: Int)
  /// The baseline order, from which up to `bound` drawn steps step back; `bound` is in 1 ... 32.
  case delay(bound: Int)
  /// Every order of the program's steps that can differ, one after the other; with a bound every order with
  /// at most that many preemptions, 0 ... 32.
  case exhaustive(bound: Int?)
  /// The order that libdispatch would most likely take, in every schedule.
  case baseline

  /// Every order of the program's steps that can differ, one after the other.
  public static var exhaustive: Strategy { .exhaustive(bound: nil) }

  /// The largest depth or bound that a strategy takes.
  public static let largestDepth = 32

  /// The depth of `pct` and `pctcp` where none is given.
  public static let defaultDepth = 3

  /// The bound of `delay` where none is given.
  public static let defaultBound = 2
}

// MARK: - The registry

/// Every strategy by its name, in the order in which texts name them.
///
/// The one list of strategies: what options read, what help, completions, the schema of scenarios and the
/// documentation show, and which algorithm answers, all follow from it.
package enum StrategyName: String, Sendable, CaseIterable {
  case auto, random, pct, exhaustive, pos, urw, surw, sites, pctcp, delay, baseline

  /// What is known of the strategy outside its own file.
  package var entry: StrategyEntry {
    switch self {
    case .auto: StrategyEntry("a fixed mix of sites and surw by the number of the schedule", .drawn | .census)
    case .random: StrategyEntry("each task with the same probability", .drawn | .skew)
    case .pct:
      StrategyEntry(
        "by priorities with DEPTH - 1 changes",
        StrategyNumber("DEPTH", ", depth #", absent: Strategy.defaultDepth), .drawn | .skew)
    case .exhaustive:
      StrategyEntry(
        "every order that can differ, or every one with at most BOUND preemptions",
        StrategyNumber("BOUND", ", at most # preemptions", least: 0), .skew)
    case .pos:
      StrategyEntry("by priorities of the operations", .expert | .drawn | .skew | .tasks)
    case .urw:
      StrategyEntry(
        "weighted by what each task still has to do",
        .expert | .drawn | .skew | .census | .tasks | .steps)
    case .surw:
      StrategyEntry(
        "as urw for the operations on one drawn object; else as pos, or as pct with a DEPTH",
        StrategyNumber("DEPTH", " over pct, depth #"),
        .expert | .drawn | .skew | .census | .tasks | .steps)
    case .sites:
      StrategyEntry(
        "by drawn rules \"this place before that one\"; else as pos, or as pct with a DEPTH",
        StrategyNumber("DEPTH", " over pct, depth #"),
        .expert | .drawn | .skew | .census | .tasks | .steps)
    case .pctcp:
      StrategyEntry(
        "as pct, with one priority for each serial queue",
        StrategyNumber("DEPTH", ", depth #", absent: Strategy.defaultDepth),
        .expert | .drawn | .skew | .tasks | .time)
    case .delay:
      StrategyEntry(
        "the baseline order, from which up to BOUND drawn steps step back",
        StrategyNumber("BOUND", ", bound #", absent: Strategy.defaultBound), .expert | .drawn)
    case .baseline: StrategyEntry("the order that libdispatch would most likely take", .expert)
    }
  }
}

extension Strategy {
  /// Which entry of the registry it is.
  package var name: StrategyName {
    switch self {
    case .auto: .auto
    case .random: .random
    case .pct: .pct
    case .pctcp: .pctcp
    case .pos: .pos
    case .urw: .urw
    case .surw: .surw
    case .sites: .sites
    case .delay: .delay
    case .exhaustive: .exhaustive
    case .baseline: .baseline
    }
  }

  /// Its depth or bound; nil where it has none.
  package var number: Int? {
    switch self {
    case .pct(let depth), .pctcp(let depth): depth
    case .surw(let depth), .sites(let depth): depth == 0 ? nil : depth
    case .delay(let bound): bound
    case .exhaustive(let bound): bound
    case .auto, .random, .pos, .urw, .baseline: nil
    }
  }

  /// The strategy of a name; `number` is nil where the user gives none, and for names that take none.
  package init(_ name: StrategyName, number: Int?) {
    switch name {
    case .auto: self = .auto
    case .random: self = .random
    case .pct: self = .pct(depth: number ?? Strategy.defaultDepth)
    case .exhaustive: self = .exhaustive(bound: number)
    case .pos: self = .pos
    case .urw: self = .urw
    case .surw: self = .surw(depth: number ?? 0)
    case .sites: self = .sites(depth: number ?? 0)
    case .pctcp: self = .pctcp(depth: number ?? Strategy.defaultDepth)
    case .delay: self = .delay(bound: number ?? Strategy.defaultBound)
    case .baseline: self = .baseline
    }
  }

  /// Whether its choices follow from few drawn numbers, in all of a run or behind what it looks at.
  var goesByPriorities: Bool {
    switch self {
    case .pct, .pctcp: true
    case .surw(let depth), .sites(let depth): depth > 0
    case .auto, .random, .pos, .urw, .delay, .exhaustive, .baseline: false
    }
  }
}

// MARK: - Who answers

/// The state of every strategy that has one; one of them decides a run.
struct StrategyStates {
  var priorities = PriorityStrategy()
  var chains = ChainStrategy()
  var sampling = PartialOrderSampling()
  var uniform = UniformWalk()
  var sites = SiteStrategy()
  var delays = DelayStrategy()

  func free() {
    priorities.free()
    chains.free()
    sampling.free()
    uniform.free()
    sites.free()
    delays.free()
  }

  /// Keeps what was counted in the first measured run.
  mutating func learn(_ census: AccessProfile) {
    uniform.learn(census)
    sites.learn(census)
  }
}

extension Choices {
  /// Prepares the strategy of a run.
  mutating func start(_ strategy: Strategy) {
    let number = min(max(strategy.number ?? 0, 1), Strategy.largestDepth)
    switch strategy {
    case .baseline, .auto, .random, .exhaustive: break
    case .pct: states.priorities.begin(depth: number, length: measuredLength, generator: &generator)
    case .pctcp: states.chains.begin(depth: number, length: measuredLength, generator: &generator)
    case .delay: states.delays.begin(bound: number, length: measuredLength, generator: &generator)
    case .pos: states.sampling.begin(seed: generator.next())
    case .urw: states.uniform.begin(selects: false, depth: 0, length: 0, generator: &generator)
    case .surw(let depth):
      states.uniform.begin(selects: true, depth: depth, length: measuredLength, generator: &generator)
    case .sites(let depth): states.sites.begin(depth: depth, length: measuredLength, generator: &generator)
    }
  }

  /// The choice of a strategy that does not look at the tasks.
  @inline(__always)
  mutating func choose(among candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int) -> Int {
    switch active {
    case .random:
      return RandomWalk.next(candidates, count, clockOddsMask: clockOddsMask, generator: &generator)
    case .pct:
      if point > PriorityStrategy.fairAfter || point == randomChoicePoint {
        return RandomWalk.next(candidates, count, clockOddsMask: clockOddsMask, generator: &generator)
      }
      let start = window(count)
      return states.priorities.next(
        candidates + start, min(count, Choices.widestChoice), point: point,
        clockOddsMask: clockOddsMask,
        generator: &generator) &+ start
    case .delay:
      return states.delays.next(
        candidates, count, point: point, baseline: baseline, generator: &generator)
    case .auto, .exhaustive, .baseline, .pos, .urw, .surw, .sites, .pctcp:
      return baseline
    }
  }

  /// The choice of a strategy that looks at the tasks.
  mutating func choose(among candidates: UnsafePointer<TaskID>, _ count: Int, view: TaskView) -> Int {
    switch active {
    case .surw, .urw:
      return states.uniform.next(candidates, count, point: point, view: view, generator: &generator)
    case .sites:
      return states.sites.next(candidates, count, point: point, view: view, generator: &generator)
    case .pctcp:
      return states.chains.next(
        candidates, count, point: point, view: view, clockOddsMask: clockOddsMask, generator: &generator)
    case .pos, .auto, .random, .pct, .exhaustive, .delay, .baseline:
      let chosen = states.sampling.next(candidates, count, view: view)
      states.sampling.settle(candidates, count, chosen: chosen, view: view)
      return chosen
    }
  }

  /// A task has made a step, in a run whose strategy needs to know.
  mutating func noteStep(_ task: TaskID, _ operation: Operation, _ site: UInt64) {
    switch active {
    case .surw, .urw: states.uniform.executed(task, operation)
    case .sites: states.sites.executed(at: site)
    case .auto, .random, .pct, .exhaustive, .pos, .pctcp, .delay, .baseline: break
    }
  }

  /// A task has yielded: fair strategies let the others go first.
  mutating func demote(_ task: TaskID) {
    switch active {
    case .pct: states.priorities.demote(task)
    case .pos: states.sampling.demote(task)
    case .surw, .urw: states.uniform.demote(task)
    case .sites: states.sites.demote(task)
    case .pctcp: states.chains.demote(task)
    case .auto, .random, .exhaustive, .delay, .baseline: break
    }
  }
}
