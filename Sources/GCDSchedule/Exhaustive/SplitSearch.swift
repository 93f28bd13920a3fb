// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A search through all orders in jobs that can be worked off at once.
///
/// A job tries what begins with some steps, depth first as `ExhaustiveSearch` does. When it has made its
/// share of runs it is split where its path has the topmost node with something left to try: that becomes
/// jobs of their own, and what is below continues as another one. Races of the runs of a job with steps that
/// it shares with others add to what is to be tried at the shared nodes.
///
/// At each node steps have an order, and one sleeps in the parts of all that come behind it. So no two runs
/// that count differ only in the order of steps that commute, whichever job makes them, and since the races
/// of all runs are looked at, there are as many as in a search in one piece. A step becomes a job when it is
/// known what those before it use, which the first run of each shows.
///
/// Ends of jobs are taken in in the order of the jobs' numbers. A job is given its number, and what it has to
/// know, when one of the `mostIssued` before it has been taken in: which jobs there are, and what each comes
/// to, depends neither on the processes that work them off nor on the time. The state is plain data.
public struct SplitSearch: Sendable, Codable {
  public let bound: Int?
  let shares: SearchShares
  /// Runs that were no repetition of others up to the order of steps that commute.
  public internal(set) var executions = 0
  /// Runs that turned out to be such a repetition.
  public internal(set) var repetitions = 0
  /// All runs that were taken in, those before the search started over included.
  public internal(set) var runs = 0
  /// Runs did not reach where they had been before: the program depends on more than its schedule.
  public internal(set) var hasDiverged = false
  /// Some run was too long for its races to be looked for.
  public internal(set) var isTooLarge = false

  /// Jobs whose ends may be taken in next, in that order.
  private var issued: [HeldJob] = []
  /// The others; the last one comes first.
  private var waiting: [HeldJob] = []
  private var nextNumber = 0
  private var ordered: Set<UInt64> = []
  private var held: Set<UInt64> = []
  var tree = SharedTree()

  /// Jobs that may be worked off at once: more than there are processors, so that those which are late do
  /// not hold up the others.
  public static let mostIssued = 256

  public init(bound: Int? = nil, shares: SearchShares) {
    self.bound = bound
    self.shares = shares
    start()
  }

  /// Every run has been made.
  public var isFinished: Bool { issued.isEmpty }

  /// Nodes that jobs have in common.
  public var sharedNodes: Int { tree.count }

  /// Jobs that have their numbers.
  public var issuedCount: Int { issued.count }

  /// The number of a job, counted from the one whose end is taken in next.
  public func number(at place: Int) -> Int { issued[place].number }

  /// A job, counted from the one whose end is taken in next.
  public func job(at place: Int) -> SearchJob {
    let job = issued[place]
    var nodes = tree.path(to: job.base) + job.tail
    // What is looked at where they are shared, and no more: jobs are sent.
    for index in 0..<max(0, job.known.count - 1) { nodes[index].leaveOut() }
    for (index, tasks) in job.known.enumerated() {
      nodes[index].open = tasks.map { BacktrackEntry(order: [$0]) }
    }
    var search = ExhaustiveSearch(bound, job: nodes, floor: job.known.count)
    search.effectsFrom = job.effectsFrom
    search.ordered = job.ordered
    search.guide = job.guide
    return SearchJob(
      number: job.number, runsBefore: job.runsBefore, search: search,
      mostRuns: nodes.isEmpty ? shares.first : shares.runs(ofJob: job.number))
  }

  /// Begins anew with a program that did not reach where it had been before.
  public mutating func startAnew() {
    hasDiverged = false
    ordered = []
    start()
  }

  private mutating func start() {
    held = []
    executions = 0
    repetitions = 0
    tree = SharedTree()
    issued = []
    waiting = [HeldJob(base: nil, tail: [])]
    issue()
  }

  // MARK: Taking in

  /// Takes in the end of the job that is next.
  ///
  /// - Parameter part: as `endOfPart` says it.
  public mutating func take(_ part: ExhaustiveSearch) {
    let job = issued.removeFirst()
    executions += part.executions
    repetitions += part.repetitions
    runs += part.executions + part.repetitions
    if part.isTooLarge { isTooLarge = true }
    if part.hasDiverged {
      hasDiverged = true
      return
    }
    ordered.formUnion(part.ordered)
    held.formUnion(part.held)
    // Some job has held up syncs at a queue where the order of arrivals counts.
    if !ordered.isDisjoint(with: held) { return start() }
    let states = tree.states(to: job.base) + [job.state].compactMap { $0 }
    var touched: [Int] = []
    for step in part.wanted where step.node < states.count {
      if tree.want(step, at: states[step.node]) { touched.append(states[step.node]) }
    }
    var own = part.nodes
    if job.state == nil, job.base != nil, !own.isEmpty { own.removeFirst() }
    if let state = job.state, let node = own.first {
      tree.learn(node, of: state)
      touched.append(state)
    }
    if !part.isFinished { split(job, own, part, &touched) }
    for state in touched { release(state) }
    tree.leave(job)
    issue()
  }

  /// Makes jobs of what is left of one.
  private mutating func split(
    _ job: HeldJob, _ nodes: [SearchNode], _ part: ExhaustiveSearch, _ touched: inout [Int]
  ) {
    let top = nodes.indices.first { index in
      let isOwn = index > 0 || job.state == nil
      return !nodes[index].otherEffects(from: isOwn ? 0 : job.effectsFrom).isEmpty
        || (isOwn && nodes[index].hasOpen)
    }
    guard let last = top ?? (job.state == nil ? nil : 0) else {
      var rest = HeldJob(base: job.base, tail: nodes)
      rest.effectsFrom = job.effectsFrom
      rest.guide = part.guide
      tree.enter(rest)
      waiting.append(rest)
      return
    }
    var base = job.base
    var state = job.state ?? -1
    for index in 0...last {
      let isOwn = index > 0 || job.state == nil
      if isOwn {
        state = tree.share(nodes[index], behind: base, isKnown: index < nodes.count - 1)
        touched.append(state)
      }
      if index == last {
        branch(nodes[index], at: state, behind: base, from: isOwn ? 0 : job.effectsFrom)
      }
      // The run that comes next begins with another step at this node.
      if index == nodes.count - 1 {
        var rest = HeldJob(base: base, tail: [nodes[index].asCopy])
        rest.state = state
        rest.effectsFrom = nodes[index].effects.count
        rest.guide = part.guide
        if !isOwn { tree.await(nodes[index].task, at: state) }
        tree.enter(rest)
        waiting.append(rest)
        return
      }
      base = tree.step(nodes[index].asCopy, at: state)
    }
    var rest = HeldJob(base: base, tail: Array(nodes[(last + 1)...]))
    rest.effectsFrom = nodes[last].effects.count
    rest.guide = part.guide
    tree.enter(rest)
    waiting.append(rest)
  }

  /// Makes a job of each other way that the step of a node can go.
  private mutating func branch(_ node: SearchNode, at state: Int, behind base: Int?, from first: Int) {
    for effects in node.otherEffects(from: first) {
      var copy = node.asCopy
      copy.effects = effects
      var job = HeldJob(base: base, tail: [copy])
      job.state = state
      job.effectsFrom = effects.count
      tree.await(node.task, at: state)
      tree.enter(job)
      waiting.append(job)
    }
  }

  /// Makes jobs of what is to be tried at a shared node, as far as it is known what sleeps there.
  private mutating func release(_ state: Int) {
    while let (entry, node) = tree.nextStep(at: state, waits: bound == nil) {
      let base = tree.parent(of: state)
      var copy = node
      copy.begin(entry.task, after: base.map { tree.preemptions(of: $0) } ?? 0)
      var job = HeldJob(base: base, tail: [copy])
      job.state = state
      job.guide = Array(entry.order.dropFirst())
      tree.enter(job)
      waiting.append(job)
    }
  }

  /// Gives as many jobs as may have them their numbers.
  private mutating func issue() {
    while issued.count < SplitSearch.mostIssued, var job = waiting.popLast() {
      job.number = nextNumber
      job.runsBefore = runs
      job.known = tree.known(to: job.base) + (job.state.map { [tree.known(at: $0)] } ?? [])
      job.ordered = ordered
      nextNumber += 1
      issued.append(job)
    }
  }
}
