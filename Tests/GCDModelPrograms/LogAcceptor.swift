// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary

/// Searches for a run of the model that shows what the real library showed: every act takes effect between
/// the entries that frame it, and the end is the same.
public final class LogAcceptor {
  /// How a hang or crash of the real library looks in the model.
  public enum Verdict: Equatable, Sendable {
    /// The run is one of the model's; for a hang with what the model says of it.
    case accepted(Finding)
    /// No run of the model looks like this.
    case rejected
    /// The search gave up.
    case undecided
  }

  public enum Finding: Equatable, Sendable {
    /// Everything ended.
    case none
    case dead(DeadCause)
    case misuse(Misuse)
    /// Nobody is blocked, but something never ran.
    case left
  }

  /// One way on: a task takes its step, with a choice.
  private struct Option {
    var task: TaskID
    var choice: Int
    /// The position in the log that needs this step; steps are tried in that order.
    var needed: Int
  }

  private struct Decision {
    var options: [Option]
    var next: Int
  }

  private let run: ProgramExecution
  private let log: RealLog
  private var positions: [RealLog.Entry: Int] = [:]
  // The search state, rebuilt by playing the decisions again.
  private var position = 0
  private var seen: Set<ProgramExecution.Event> = []
  private var eventsRead = 0
  private var openEnds: Set<Int> = []
  private var isDead = false
  public private(set) var nodes = 0
  private let limit: Int
  /// The furthest position that any branch reached: where a rejected log stops making sense.
  public private(set) var furthest = 0

  public init(
    _ program: Program, _ log: RealLog, limit: Int = 4_000, fault: InjectedFault = .none
  ) {
    run = ProgramExecution(program, fault: fault)
    self.log = log
    self.limit = limit
    for (index, entry) in log.entries.enumerated() { positions[entry] = index }
  }

  public func search() -> Verdict {
    var decisions: [Decision] = []
    var visited: Set<UInt64> = []
    begin()
    while true {
      nodes += 1
      if nodes > limit { return .undecided }
      advance()
      if !isDead, let finding = conclusion() { return .accepted(finding) }
      let options = isDead || !visited.insert(key).inserted ? [] : openOptions()
      if !options.isEmpty {
        decisions.append(Decision(options: options, next: 0))
        take(options[0])
        continue
      }
      // Back to the last decision with another way on.
      while let last = decisions.last, last.next + 1 >= last.options.count { decisions.removeLast() }
      guard !decisions.isEmpty else { return .rejected }
      decisions[decisions.count - 1].next += 1
      begin()
      for decision in decisions {
        advance()
        take(decision.options[decision.next])
      }
    }
  }

  /// A crash changes no table, but the task that crashed is out.
  private var key: UInt64 {
    fold(fold(run.world.pointee.stateDigest(), UInt64(position)), UInt64(run.crashed.rawValue))
  }

  private func begin() {
    run.restart()
    position = 0
    seen = []
    eventsRead = 0
    openEnds = []
    isDead = false
    readEvents()
  }

  private func take(_ option: Option) {
    run.perform(option.task, choice: option.choice)
    readEvents()
  }

  /// Notes what the last step made visible; a step that shows what the log never shows ends the branch.
  private func readEvents() {
    while eventsRead < run.events.count {
      let event = run.events[eventsRead]
      eventsRead += 1
      seen.insert(event)
      if positions[entry(for: event)] == nil && !mayBeUnseen(event) { isDead = true }
    }
  }

  private func entry(for event: ProgramExecution.Event) -> RealLog.Entry {
    switch event {
    case .actEnds(let block, let act): return .actEnds(block: block, act: act)
    case .blockBegins(let block): return .blockBegins(block)
    }
  }

  /// After a crash the process was gone before others wrote down what they had done.
  private func mayBeUnseen(_ event: ProgramExecution.Event) -> Bool {
    if case .crash = log.outcome { return true }
    return false
  }

  /// Reads on in the log as far as the model has shown what stands there. Beginnings and ends of blocks
  /// open steps.
  private func advance() {
    while !isDead && position < log.entries.count {
      switch log.entries[position] {
      case .blockBegins(let block):
        if !seen.contains(.blockBegins(block: block)) { return }
      case .actEnds(let block, let act):
        if !seen.contains(.actEnds(block: block, act: act)) { return }
      case .actBegins(let block, _), .blockEnds(let block):
        guard let task = run.taskOfBlock[block], run.isIdle(task) else { return }
        run.announceNext(task)
      }
      position += 1
      if position > furthest { furthest = position }
    }
  }

  /// The steps that may be taken now (others go on for a moment after one has crashed), the one that the
  /// log needs first in front.
  private func openOptions() -> [Option] {
    let world = run.world
    var options: [Option] = []
    for index in 0..<world.pointee.core.enabled.count {
      let task = world.pointee.core.enabled.at[index]
      if task == .clock || task == run.crashed { continue }
      let operation = world.pointee.pendingOperation(of: task)
      if operation.kind == .none { continue }
      let needed = neededAt(task, operation)
      for choice in 0..<world.pointee.choiceCount(task) {
        options.append(Option(task: task, choice: choice, needed: needed * 8 + choice))
      }
    }
    return options.sorted { ($0.needed, $0.task.rawValue) < ($1.needed, $1.task.rawValue) }
  }

  private func neededAt(_ task: TaskID, _ operation: Operation) -> Int {
    let last = log.entries.count + 1
    if operation.kind == .begin {
      guard let block = run.block(of: task) else { return 0 }
      return positions[.blockBegins(block)] ?? last
    }
    guard let place = run.position(of: task) else { return last }
    if operation.kind == .end || operation.kind == .endSync {
      return positions[.blockEnds(place.block)] ?? last
    }
    let inner = run.program.blocks[place.block][place.act].block
    if operation.kind == .sync || operation.kind == .barrierSync || operation.kind == .acquire,
      let begins = positions[.blockBegins(inner)]
    {
      return begins
    }
    return positions[.actEnds(block: place.block, act: place.act)] ?? last
  }

  /// Whether the log is used up and the model ends as the real library did.
  private func conclusion() -> Finding? {
    if position < log.entries.count { return nil }
    switch log.outcome {
    case .done: return run.misuse == .none ? Finding.none : nil
    case .crash(let block, let act):
      if let failed = run.failedAt, failed == (block, act) || wasOpen(failed.block, failed.act) {
        return .misuse(run.misuse)
      }
      let own = run.deadlocks.contains { $0.isOwnQueue && $0.block == block && $0.act == act }
      return own ? .dead(.ownQueue) : nil
    case .hang:
      if !openOptions().isEmpty || run.misuse != .none { return nil }
      if let first = run.deadlocks.first { return .dead(first.isOwnQueue ? .ownQueue : .cycle) }
      if let dead = run.world.pointee.diagnoseQuiescence() { return .dead(dead.cause) }
      return run.world.pointee.audit().isEmpty ? nil : .left
    }
  }

  /// Whether an act had begun and not ended: two threads can be about to crash, and either tells first.
  private func wasOpen(_ block: Int, _ act: Int) -> Bool {
    if act == run.program.blocks[block].count { return positions[.blockEnds(block)] != nil }
    return positions[.actBegins(block: block, act: act)] != nil
      && positions[.actEnds(block: block, act: act)] == nil
  }
}
