// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A job of a `SplitSearch`, by what sets it apart from others that begin with the same steps.
struct HeldJob: Codable {
  /// The last shared step that its runs begin with; nil = there is none.
  var base: Int?
  /// The nodes behind that.
  var tail: [SearchNode]
  /// The shared node that the first one of `tail` is, whose other steps are not the job's; nil = it is the
  /// job's own.
  var state: Int?
  /// From this one on the effects of its last shared step are the job's.
  var effectsFrom = 0
  var guide: [UInt64] = []

  // Since it has its number:
  var number = 0
  var runsBefore = 0
  /// By shared node on its path: steps that others try there.
  var known: [[UInt64]] = []
  var ordered: Set<UInt64> = []

  init(base: Int?, tail: [SearchNode]) {
    self.base = base
    self.tail = tail
  }
}

/// The nodes that several jobs of a search have on their paths; each goes when its last job has.
struct SharedTree: Codable {
  /// A state of the program.
  private struct State: Codable {
    /// The shared step that led there; nil = it is where all runs begin.
    var parent: Int?
    /// What could be done there; the step, and what follows from it, mean nothing.
    var node: SearchNode
    /// The steps that are tried, in the order in which the later sleep behind the earlier.
    var branches: [Branch] = []
    var open: [BacktrackEntry] = []
    /// Jobs and shared steps that begin there.
    var users = 0

    func knows(_ task: UInt64) -> Bool {
      branches.contains { $0.task == task } || open.contains { $0.task == task }
    }
  }

  private struct Branch: Codable {
    var task: UInt64
    /// What the step uses, as far as that is known.
    var node: SearchNode
    /// Jobs that are to show more of that.
    var awaited = 0
  }

  /// A step from a shared state, with one of its effects.
  private struct Step: Codable {
    var state: Int
    var node: SearchNode
    /// Jobs and shared states behind it.
    var users = 0
  }

  private var states = SlotList<State>()
  private var steps = SlotList<Step>()

  // MARK: Paths

  /// The shared nodes up to a step, with the steps taken.
  func path(to step: Int?) -> [SearchNode] {
    var nodes: [SearchNode] = []
    var next = step
    while let step = next {
      nodes.append(steps[step].node)
      next = states[steps[step].state].parent
    }
    return nodes.reversed()
  }

  /// The shared states up to a step.
  func states(to step: Int?) -> [Int] {
    var found: [Int] = []
    var next = step
    while let step = next {
      found.append(steps[step].state)
      next = states[steps[step].state].parent
    }
    return found.reversed()
  }

  /// By shared state up to a step: what is tried there.
  func known(to step: Int?) -> [[UInt64]] { states(to: step).map(known) }

  func known(at state: Int) -> [UInt64] {
    states[state].branches.map(\.task) + states[state].open.map(\.task)
  }

  func parent(of state: Int) -> Int? { states[state].parent }

  func preemptions(of step: Int) -> Int { steps[step].node.preemptions }

  // MARK: Growing

  /// Shares a node of a job: its step, and what the job has left to try there.
  ///
  /// - Parameter isKnown: The step has been made in some run.
  mutating func share(_ node: SearchNode, behind parent: Int?, isKnown: Bool) -> Int {
    var bare = node.asCopy
    bare.tried = []
    var state = State(parent: parent, node: bare)
    for step in node.tried {
      var known = bare
      known.wholeFootprint = step.footprint
      state.branches.append(Branch(task: step.task, node: known))
    }
    state.branches.append(Branch(task: node.task, node: node.asCopy, awaited: isKnown ? 0 : 1))
    state.open = node.open
    if let parent { steps[parent].users += 1 }
    return states.insert(state)
  }

  /// Shares the step of a node that is shared.
  mutating func step(_ node: SearchNode, at state: Int) -> Int {
    states[state].users += 1
    return steps.insert(Step(state: state, node: node))
  }

  /// Notes that some run wants a step at a state; false where that is not needed.
  mutating func want(_ step: WantedStep, at state: Int) -> Bool {
    let isKnown = step.others.contains { states[state].knows($0) || states[state].node.isAsleep($0) }
    if isKnown || step.order.isEmpty { return false }
    states[state].open.append(BacktrackEntry(order: step.order))
    return true
  }

  /// One more job is to show what a step uses.
  mutating func await(_ task: UInt64, at state: Int) { change(task, at: state) { $0.awaited += 1 } }

  /// A job has shown what its step uses.
  mutating func learn(_ node: SearchNode, of state: Int) {
    change(node.task, at: state) {
      $0.awaited -= 1
      $0.node.wholeFootprint.add(node.wholeFootprint)
    }
  }

  private mutating func change(_ task: UInt64, at state: Int, _ change: (inout Branch) -> Void) {
    guard let index = states[state].branches.firstIndex(where: { $0.task == task }) else { return }
    change(&states[state].branches[index])
  }

  /// The step that is to be tried next at a state, with the node; nil where there is none, or none yet.
  ///
  /// - Parameter waits: It has to be known what the steps before it use.
  mutating func nextStep(at state: Int, waits: Bool) -> (entry: BacktrackEntry, node: SearchNode)? {
    while !states[state].open.isEmpty {
      if waits, states[state].branches.contains(where: { $0.awaited > 0 }) { return nil }
      let entry = states[state].open.removeLast()
      let isTried = states[state].branches.contains { $0.task == entry.task }
      if isTried || states[state].node.isAsleep(entry.task) { continue }
      var node = states[state].node
      node.tried = states[state].branches.map {
        ExploredStep(task: $0.task, footprint: $0.node.wholeFootprint)
      }
      states[state].branches.append(Branch(task: entry.task, node: states[state].node, awaited: 1))
      states[state].branches[states[state].branches.count - 1].node.wholeFootprint.removeAll()
      return (entry, node)
    }
    return nil
  }

  // MARK: Users of nodes

  mutating func enter(_ job: HeldJob) {
    if let state = job.state { states[state].users += 1 }
    if let step = job.base { steps[step].users += 1 }
  }

  mutating func leave(_ job: HeldJob) {
    if let state = job.state { leave(state: state) }
    if let step = job.base { leave(step: step) }
  }

  private mutating func leave(state: Int) {
    states[state].users -= 1
    if states[state].users > 0 { return }
    let parent = states[state].parent
    states.remove(state)
    if let parent { leave(step: parent) }
  }

  private mutating func leave(step: Int) {
    steps[step].users -= 1
    if steps[step].users > 0 { return }
    let state = steps[step].state
    steps.remove(step)
    leave(state: state)
  }

  /// Shared nodes that are there.
  var count: Int { states.count }
}

/// Values at numbers that stay theirs; free ones are used again.
struct SlotList<Value: Codable & Sendable>: Codable, Sendable {
  private var values: [Value?] = []
  private var free: [Int] = []

  var count: Int { values.count - free.count }

  subscript(slot: Int) -> Value {
    get { values[slot]! }
    _modify { yield &values[slot]! }
  }

  mutating func insert(_ value: Value) -> Int {
    if let slot = free.popLast() {
      values[slot] = value
      return slot
    }
    values.append(value)
    return values.count - 1
  }

  mutating func remove(_ slot: Int) {
    values[slot] = nil
    free.append(slot)
  }
}
