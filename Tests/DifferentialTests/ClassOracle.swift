// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import GCDModel
import GCDModelPrograms
import GCDVocabulary

/// Judges, from the log alone and without the model, whether a finding can be right for a hang or crash.
struct ClassOracle {
  let program: Program
  let log: RealLog
  private var openActs: [Act] = []
  private var suspendBalance: [Int: Int] = [:]
  private var activated: Set<Int> = []

  init(_ program: Program, _ log: RealLog) {
    self.program = program
    self.log = log
    var open: [RealLog.Entry: Act] = [:]
    for entry in log.entries {
      if case .actBegins(let block, let act) = entry {
        open[.actEnds(block: block, act: act)] = program.blocks[block][act]
      }
      if case .actEnds(let block, let act) = entry {
        let act = program.blocks[block][act]
        if act.kind == .suspend { suspendBalance[act.object, default: 0] += 1 }
        if act.kind == .resume { suspendBalance[act.object, default: 0] -= 1 }
        if act.kind == .activate { activated.insert(act.object) }
        open[entry] = nil
      }
    }
    openActs = Array(open.values)
    // A block of a group leaves it when it has ended.
    let ended = Set(log.entries)
    for act in program.blocks.joined() where act.kind == .async && act.second >= 0 {
      if ended.contains(.blockEnds(act.block)) { openActs.append(Act(.leave, act.second)) }
    }
  }

  func allows(_ finding: LogAcceptor.Finding) -> Bool {
    switch (log.outcome, finding) {
    case (.done, .none): return true
    case (.crash(let block, let act), .misuse(let misuse)):
      // Two threads can be about to crash, and either tells first.
      return allows(misuse, program.blocks[block], act) || openActs.contains { allows(misuse, [$0], 0) }
    case (.crash(let block, let act), .dead(.ownQueue)):
      return act < program.blocks[block].count
        && isWait(program.blocks[block][act], [.sync, .asyncAndWait])
    case (.hang, .dead(let cause)): return allows(cause)
    case (.hang, .left): return true
    default: return false
    }
  }

  private func allows(_ misuse: Misuse, _ acts: [Act], _ index: Int) -> Bool {
    let isBlockEnd = index >= acts.count
    switch misuse {
    case .unbalancedLeave: return isBlockEnd || isWait(acts[index], [.leave, .async])
    case .overResume, .overResumeOfInactiveObject: return !isBlockEnd && acts[index].kind == .resume
    default: return false
    }
  }

  private func allows(_ cause: DeadCause) -> Bool {
    switch cause {
    case .ownQueue, .cycle:
      return openActs.contains { isWait($0, [.sync, .asyncAndWait, .wait, .groupWait] + Self.threadWaits) }
    case .leftSuspended:
      return suspendBalance.values.contains { $0 > 0 }
        || program.queues.indices.contains { program.queues[$0].isInactive && !activated.contains($0) }
    case .groupNeverEmpty: return openActs.contains { $0.kind == .groupWait }
    case .semaphoreNeverSignalled: return openActs.contains { isWait($0, [.wait, .posixWait]) }
    // The block of a notify is what another wait would have ended by.
    case .notifyNeverRuns:
      return openActs.contains { isWait($0, [.wait, .groupWait] + Self.threadWaits) }
    case .neverSatisfied: return openActs.contains { isWait($0, Self.threadWaits) }
    case .poolExhausted: return false
    }
  }

  private static let threadWaits: [Act.Kind] = [
    .lock, .readLock, .writeLock, .conditionWait, .posixWait,
  ]

  private func isWait(_ act: Act, _ kinds: [Act.Kind]) -> Bool { kinds.contains(act.kind) }
}
#endif
