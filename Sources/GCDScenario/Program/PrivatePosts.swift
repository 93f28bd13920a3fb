// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The `async` steps of a scenario whose blocks have effects only on blocks behind them in their queue.
///
/// The order of two such blocks in a serial queue makes no difference to any other block, unless they
/// compute with the same variables (the idea of EM-DPOR: Maiya et al., TACAS 2016), so that a search through
/// all orders need not try both. That holds if a block only computes, with variables that are used on its
/// queue and nowhere else, and if its queue never halts: a block that could
/// distinguish the two orders is in the queue before both blocks or behind both. What is left out for that
/// reason: groups, since two that become empty one after the other can be distinguished; queues that are
/// suspended, inactive or in a hierarchy, which may come to a halt between the two; and `elapsed`, which
/// shows when a block runs.
struct PrivatePosts {
  /// By place of the step: a bit for each variable that the block computes with, and the last one, which is
  /// always set.
  private(set) var keys: [SourcePosition: UInt64] = [:]

  /// By variable: the queues on which it is used; nil is every other place.
  private var users: [Set<Int?>]
  /// Blocks that only compute, by the step that submits them: the queue, and what they compute with.
  private var computing: [SourcePosition: (queue: Int, variables: Set<Int>)] = [:]
  private let program: Program
  /// Queues that may be halted, or are part of a hierarchy.
  private var special: Set<Int> = []
  /// Entries of `blocks:` that were looked at, or are: a block may submit itself, and one look is enough,
  /// however many steps name it.
  private var visited: Set<Visit> = []
  /// With what entries of `blocks:` compute; nil for those that do something else, or are being looked at.
  private var computes: [Int: Set<Int>?] = [:]

  private struct Visit: Hashable {
    var block: Int
    var queue: Int?
  }

  init(_ program: Program) {
    self.program = program
    users = Array(repeating: [], count: program.variables.count)
    for (index, queue) in program.queues.enumerated() {
      if queue.origin != .created || queue.isConcurrent || queue.isInactive || queue.target != nil {
        special.insert(index)
      }
      if let target = queue.target { special.insert(target) }
    }
    for timer in program.timers {
      special.insert(timer.queue)
      look(at: timer.handler, nil)
      for step in timer.cancelHandler ?? [] { look(at: step, nil) }
    }
    for item in program.items { look(at: item.block, nil) }
    for thread in program.threads { for step in thread.steps { look(at: step, nil) } }
    for step in program.steps { look(at: step, nil) }
    for (position, block) in computing where !special.contains(block.queue) {
      guard block.variables.allSatisfy({ $0 < 63 && users[$0] == [block.queue] }) else { continue }
      keys[position] = block.variables.reduce(1 << 63) { $0 | 1 << UInt64($1) }
    }
  }

  // MARK: Who uses what

  private mutating func look(at block: Block, _ owner: Int?) {
    switch block {
    case .steps(let steps): for step in steps { look(at: step, owner) }
    case .named(let index):
      let visit = Visit(block: index, queue: owner)
      if !visited.insert(visit).inserted { return }
      for step in program.blocks[index].steps { look(at: step, owner) }
    // Looked at by itself.
    case .item: break
    }
  }

  private mutating func look(at step: Step, _ owner: Int?) {
    switch step.action {
    case .async(let queue, let block, let options):
      if case .item = block { return }
      look(at: block, queue.index)
      if options.barrier || options.waits || options.group != nil { return }
      if let variables = variables(of: block) { computing[step.position] = (queue.index, variables) }
    case .sync(let queue, let block, _), .after(_, _, let queue, let block, _),
      .notify(_, let queue, let block, _):
      look(at: block, queue.index)
    case .apply(_, let block), .once(_, let block), .repeat(_, let block): look(at: block, owner)
    case .either(let branches): for branch in branches { for step in branch.steps { look(at: step, owner) } }
    case .if(let condition, let then, let otherwise):
      use(condition, owner)
      look(at: then, owner)
      look(at: otherwise, owner)
    case .wait(let wait): for step in wait.inTime + wait.timedOut { look(at: step, owner) }
    case .set(let variable, let value), .add(let value, let variable):
      users[variable.index].insert(owner)
      use(value, owner)
    case .read(let variable, _): users[variable.index].insert(owner)
    case .assert(let condition, _): use(condition, owner)
    case .suspend(let object), .resume(let object), .activate(let object), .drop(let object):
      if object.kind == .queue { special.insert(object.index) }
    case .retarget(let queue, let target): special.formUnion([queue.index, target.index])
    case .enter, .leave, .signal, .cancel, .perform, .sleep, .note, .mustBeOn, .mustNotBeOn: break
    }
  }

  private mutating func use(_ condition: Condition, _ owner: Int?) {
    for variable in condition.variables { users[variable].insert(owner) }
  }

  private mutating func use(_ value: Expression, _ owner: Int?) {
    for variable in value.variables { users[variable].insert(owner) }
  }

  // MARK: What only computes

  /// The variables with which a block computes; nil if it does anything else.
  private mutating func variables(of block: Block) -> Set<Int>? {
    switch block {
    case .steps(let steps): return variables(of: steps)
    case .named(let index):
      if let known = computes[index] { return known }
      computes[index] = .some(nil)
      let result = variables(of: program.blocks[index].steps)
      computes[index] = .some(result)
      return result
    case .item: return nil
    }
  }

  private mutating func variables(of steps: [Step]) -> Set<Int>? {
    var all: Set<Int> = []
    for step in steps {
      guard let own = variables(of: step) else { return nil }
      all.formUnion(own)
    }
    return all
  }

  private mutating func variables(of step: Step) -> Set<Int>? {
    switch step.action {
    case .set(let variable, let value), .add(let value, let variable):
      return value.readsTime ? nil : Set([variable.index] + value.variables)
    case .read(let variable, _): return [variable.index]
    case .assert(let condition, _): return condition.readsTime ? nil : Set(condition.variables)
    case .if(let condition, let then, let otherwise):
      guard !condition.readsTime, let first = variables(of: then), let second = variables(of: otherwise)
      else { return nil }
      return first.union(second).union(condition.variables)
    case .repeat(_, let block): return variables(of: block)
    default: return nil
    }
  }
}
