// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// How the schedules of one exploration are shared out to processes, of which one leads.
///
/// The leader does all that it would do alone, schedule by schedule in the order of their numbers. Others
/// only spare it the runs that show nothing new: where a run does, the leader makes it again itself. So what
/// comes of the exploration is the same, whoever has run what.
package enum WorkSharing {
  /// This process leads. It asks for a schedule, given its number and the steps of the first one, when that
  /// one's turn has come; nil = nobody has run it.
  case leads(ask: (_ number: Int, _ steps: Int) -> WorkerExecution?)
  /// This process runs what the leader asks for, until `next` has no more numbers, and tells of each run.
  case helps(next: () -> Range<Int>?, tell: (WorkerExecution) -> Void)
}

/// A schedule that another process has run, as far as a leader needs to know it.
package struct WorkerExecution: Sendable, Equatable {
  /// Its number, from 0.
  package var number: Int
  package var traceHash: UInt64
  package var steps: Int
  /// Tasks were left that can never go on.
  package var isDead = false
  /// Only the order of steps decided what happened.
  package var isReproducibleBySchedule = true
  /// Something in it must be looked at by the leader itself.
  package var isSpecial = false
  /// Of what looks wrong with it; nil = nothing does.
  package var fingerprint: UInt64?
  /// The most workers that were blocked at once, where that is more than Apple's pool has; else 0.
  package var workers = 0
  /// Where schedules of this number are looked at: what it came by, without conflict pairs that its process
  /// has met before.
  package var sample: CoverageSample?
  /// What the variables held that a scenario asks for.
  package var outcome: [Int]?

  package init(number: Int, traceHash: UInt64, steps: Int) {
    self.number = number
    self.traceHash = traceHash
    self.steps = steps
  }

  package static func == (one: WorkerExecution, other: WorkerExecution) -> Bool {
    text([one]) == text([other])
  }

  // MARK: As text

  /// Runs as text.
  package static func text(_ runs: [WorkerExecution]) -> String {
    var words: [UInt64] = []
    for run in runs { run.write(to: &words) }
    return HashList.text(words)
  }

  /// Nil for a text that is none.
  package static func runs(_ text: String) -> [WorkerExecution]? {
    guard let words = HashList.hashes(text) else { return nil }
    var rest = words[...]
    var runs: [WorkerExecution] = []
    while !rest.isEmpty {
      guard let run = WorkerExecution(&rest) else { return nil }
      runs.append(run)
    }
    return runs
  }

  private struct Flags: OptionSet {
    let rawValue: UInt64

    static let isDead = Flags(rawValue: 1)
    static let isReproducibleBySchedule = Flags(rawValue: 2)
    static let isSpecial = Flags(rawValue: 4)
    static let hasFingerprint = Flags(rawValue: 8)
    static let hasWorkers = Flags(rawValue: 16)
    static let hasSample = Flags(rawValue: 32)
    static let isDrawn = Flags(rawValue: 64)
    static let hasOutcome = Flags(rawValue: 128)
    /// Bits of flags, below the steps.
    static let width = 8
  }

  /// Number, flags and steps, hash; then what the flags announce.
  private func write(to words: inout [UInt64]) {
    var flags: Flags = []
    if isDead { flags.insert(.isDead) }
    if isReproducibleBySchedule { flags.insert(.isReproducibleBySchedule) }
    if isSpecial { flags.insert(.isSpecial) }
    if fingerprint != nil { flags.insert(.hasFingerprint) }
    if workers > 0 { flags.insert(.hasWorkers) }
    if let look = sample { flags.formUnion(look.isDrawn ? [.hasSample, .isDrawn] : .hasSample) }
    if outcome != nil { flags.insert(.hasOutcome) }
    words.append(UInt64(number))
    words.append(flags.rawValue | UInt64(steps) << Flags.width)
    words.append(traceHash)
    if let fingerprint { words.append(fingerprint) }
    if workers > 0 { words.append(UInt64(workers)) }
    if let look = sample { words += [look.order, UInt64(look.conflictPairs.count)] + look.conflictPairs }
    if let outcome { words += [UInt64(outcome.count)] + outcome.map { UInt64(bitPattern: Int64($0)) } }
  }

  private init?(_ words: inout ArraySlice<UInt64>) {
    func list(_ count: UInt64) -> [UInt64]? {
      guard count <= words.count else { return nil }
      defer { words.removeFirst(Int(count)) }
      return Array(words.prefix(Int(count)))
    }
    guard let number = words.popFirst().flatMap(Int.init(exactly:)), let head = words.popFirst(),
      let hash = words.popFirst()
    else { return nil }
    self.init(number: number, traceHash: hash, steps: Int(head >> Flags.width))
    let flags = Flags(rawValue: head & (1 << Flags.width - 1))
    isDead = flags.contains(.isDead)
    isReproducibleBySchedule = flags.contains(.isReproducibleBySchedule)
    isSpecial = flags.contains(.isSpecial)
    if flags.contains(.hasFingerprint) {
      guard let fingerprint = words.popFirst() else { return nil }
      self.fingerprint = fingerprint
    }
    if flags.contains(.hasWorkers) {
      guard let workers = words.popFirst().flatMap(Int.init(exactly:)) else { return nil }
      self.workers = workers
    }
    if flags.contains(.hasSample) {
      guard let order = words.popFirst(), let count = words.popFirst(), let conflictPairs = list(count) else {
        return nil
      }
      sample = CoverageSample(
        order: order, isDrawn: flags.contains(.isDrawn), conflictPairs: conflictPairs)
    }
    if flags.contains(.hasOutcome) {
      guard let count = words.popFirst(), let values = list(count) else { return nil }
      outcome = values.map { Int(Int64(bitPattern: $0)) }
    }
  }
}
