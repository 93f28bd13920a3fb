// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// What a way of going through the runs of a program came to.
struct Orders: Equatable {
  var outcomes: Set<String> = []
  var runs = 0
  /// Runs that are equal up to the order of steps that commute count once.
  var classes: Set<UInt64> = []
  var repetitions = 0
  /// As `classes`, told from the records of the runs, and what each came to; runs that ended early differ in
  /// how far others had come.
  var orders: [UInt64: Set<String>] = [:]
  /// A step counted on a count to be large enough in some run and not in another, or a run was cut off since
  /// a task would have waited for itself: what commutes then depends on the order itself, and the search sees
  /// more runs as equal than `canonicalForm` does.
  var isConditional = false
  /// Every run was made.
  var isComplete = true

  fileprivate mutating func note(_ run: SmallRun) {
    orders[run.partialOrder, default: []].insert(run.end == nil ? run.outcome : "")
  }

  var incomplete: Orders {
    var orders = self
    orders.isComplete = false
    return orders
  }
}

/// How the steps of a task use the places that hold counts, in all runs so far.
private struct CountUses {
  private struct Use: Hashable {
    var task: UInt64
    var number: Int
    var place: UInt64
  }

  private var modes: [Use: Access.Mode] = [:]
  private(set) var vary = false

  mutating func note(_ history: [(name: UInt64, task: UInt64, effect: StepEffect)]) {
    var steps: [UInt64: Int] = [:]
    for step in history {
      let number = steps[step.task, default: 0]
      steps[step.task] = number + 1
      for access in step.effect.footprint.accesses {
        let use = Use(task: step.task, number: number, place: access.resource)
        if let mode = modes[use], mode != access.mode { vary = true }
        modes[use] = access.mode
      }
    }
  }
}

/// Makes every run of a program, without any thought.
///
/// - Parameter holdsUp: As the search does, lets no sync stand in line at a queue to which only syncs come.
func everyOrder(of program: SmallProgram, skew: UInt64 = 0, atMost limit: Int, holdsUp: Bool) -> Orders {
  var orders = Orders()
  let run = SmallRun(program, skew: skew)
  var uses = CountUses()
  let ordered = holdsUp ? arrivals(in: program, skew: skew, limit) : []
  var path: [(count: Int, taken: Int)] = []
  while orders.runs < limit {
    run.begin()
    var depth = 0
    var history: [(name: UInt64, task: UInt64, effect: StepEffect)] = []
    func choose(_ count: Int) -> Int {
      if count == 1 { return 0 }
      defer { depth += 1 }
      if depth == path.count { path.append((count, 0)) }
      return path[depth].taken
    }
    while true {
      var tasks = run.candidates
      if holdsUp {
        let free = tasks.filter {
          let contender = run.contender($0)
          return contender.blockedOnQueue == 0 || ordered.contains(contender.blockedOnQueue)
        }
        if free.contains(where: { $0 != .clock }) { tasks = free }
      }
      if tasks.isEmpty { break }
      let task = tasks[choose(tasks.count)]
      let id = run.contender(task).task
      let effects = task == .clock ? 1 : run.effects(task)
      let effect = choose(effects)
      history.append((fold(id, UInt64(effect)), id, run.step(task, effect: effect)))
    }
    if run.end != nil { history[history.count - 1].effect.footprint.isTotal = true }
    orders.runs += 1
    orders.outcomes.insert(run.outcome)
    orders.classes.insert(canonicalForm(history))
    orders.note(run)
    uses.note(history)
    if uses.vary || run.end?.hasPrefix("deadlock") == true { orders.isConditional = true }
    while let last = path.last, last.taken + 1 >= last.count { path.removeLast() }
    if path.isEmpty { return orders }
    path[path.count - 1].taken += 1
  }
  orders.isComplete = false
  return orders
}

/// The queues of a program to which something else than a sync comes in some run.
private func arrivals(in program: SmallProgram, skew: UInt64, _ limit: Int) -> Set<UInt64> {
  var found: Set<UInt64> = []
  _ = search(program, skew: skew, atMost: limit, fault: { found.formUnion($1.ordered) })
  return found
}

/// Makes those runs of a program that the search asks for.
func search(
  _ program: SmallProgram, skew: UInt64 = 0, bound: Int? = nil, atMost limit: Int,
  fault: (OperationKind, inout StepEffect) -> Void = { _, _ in },
  between: (ExhaustiveSearch) -> ExhaustiveSearch = { $0 }
) -> Orders {
  var orders = Orders()
  let run = SmallRun(program, skew: skew)
  var search = ExhaustiveSearch(bound: bound)
  while !search.isFinished && orders.runs < limit {
    makeRun(of: run, asking: &search, fault: fault)
    orders.runs += 1
    orders.outcomes.insert(run.outcome)
    orders.note(run)
    search = between(search)
    if search.hasDiverged { return orders.incomplete }
  }
  orders.isComplete = search.isFinished
  orders.repetitions = search.repetitions
  orders.runs = search.executions
  return orders
}

/// Makes the next run of a search.
func makeRun(
  of run: SmallRun, asking search: inout ExhaustiveSearch,
  fault: (OperationKind, inout StepEffect) -> Void = { _, _ in }
) {
  run.begin()
  search.beginRun()
  var current = TaskID.body
  while true {
    let tasks = run.candidates
    if tasks.isEmpty { break }
    let chosen = search.next(tasks.map { run.contender($0) }, baseline: run.baseline(after: current))
    current = tasks[chosen]
    let effects = current == .clock ? 1 : run.effects(current)
    let kind = run.kind(of: current)
    var effect = run.step(current, effect: search.choose(effects))
    fault(kind, &effect)
    search.finished(effect)
  }
  search.endRun(waiting: run.waiting, isCut: run.end != nil)
}

/// A number that is equal for runs that differ only in the order of steps that commute.
func canonicalForm(_ history: [(name: UInt64, task: UInt64, effect: StepEffect)]) -> UInt64 {
  var before: [Set<Int>] = []
  var sum: UInt64 = 0
  var hashes: [UInt64] = []
  for (index, step) in history.enumerated() {
    var mine: Set<Int> = []
    for earlier in 0..<index {
      let other = history[earlier]
      if other.task == step.task || other.effect.caused.contains(step.task)
        || other.effect.footprint.conflicts(with: step.effect.footprint)
      {
        mine.insert(earlier)
        mine.formUnion(before[earlier])
      }
    }
    before.append(mine)
    var hash = fold(step.name, UInt64(history[..<index].filter { $0.task == step.task }.count))
    hash = fold(hash, mine.reduce(UInt64(0)) { $0 &+ hashes[$1] })
    hashes.append(hash)
    sum &+= hash
  }
  return sum
}
