// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// Executions of workers as text: a JSON object for each takes twice as long as a short schedule itself.
extension RemoteExecution {
  package static func text(_ executions: [RemoteExecution]) -> String {
    var words: [UInt64] = []
    for execution in executions { execution.write(to: &words) }
    return HashList.text(words)
  }

  /// Its token, a comma, and it as `text` writes it; nil where it has more than that can say.
  package var plainText: String? {
    let isPlain =
      profile == nil && patterns == nil && trail == nil && saved == nil && matched == nil
      && search == nil && unknownParts == nil && divergence == nil && findings == nil && trace == nil
      && hashes == nil && result.steps <= UInt32.max
    return isPlain ? (token?.description ?? "") + "," + RemoteExecution.text([self]) : nil
  }

  /// Nil for a text that is none.
  package init?(plain text: Substring) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let execution = RemoteExecution.executions(String(parts[1]))?.first else {
      return nil
    }
    self = execution
    if parts[0].isEmpty { return }
    guard let token = try? ScheduleToken(parsing: String(parts[0])) else { return nil }
    self.token = token
  }

  /// Nil for a text that is none.
  package static func executions(_ text: String) -> [RemoteExecution]? {
    guard var reader = WordReader(text) else { return nil }
    var executions: [RemoteExecution] = []
    while !reader.isAtEnd {
      guard let execution = RemoteExecution(&reader) else { return nil }
      executions.append(execution)
    }
    return executions
  }

  private struct Flags: OptionSet {
    let rawValue: UInt64

    static let isAbandoned = Flags(rawValue: 1)
    static let hasFailure = Flags(rawValue: 2)
    static let hasSample = Flags(rawValue: 4)
    static let isDrawn = Flags(rawValue: 8)
    static let hasOutcome = Flags(rawValue: 16)
    static let hasDemand = Flags(rawValue: 32)
    static let hasChoicesAtHalf = Flags(rawValue: 64)
  }

  /// Flags, end and traits; steps and choice points, of which a schedule never makes 2³²; the hash; then what
  /// the flags announce.
  func write(to words: inout [UInt64]) {
    var flags: Flags = isAbandoned ? .isAbandoned : []
    if result.fingerprint != nil { flags.insert(.hasFailure) }
    if let sample { flags.formUnion(sample.isDrawn ? [.hasSample, .isDrawn] : .hasSample) }
    if outcome != nil { flags.insert(.hasOutcome) }
    if !result.demand.isEmpty { flags.insert(.hasDemand) }
    if result.choicesAtHalf != nil { flags.insert(.hasChoicesAtHalf) }
    words.append(
      flags.rawValue | UInt64(result.end.kind.rawValue) << 8
        | UInt64(UInt16(truncatingIfNeeded: result.traits.rawValue)) << 16
        | UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: result.end.detail))) << 32)
    words.append(UInt64(UInt32(clamping: result.steps)) | UInt64(UInt32(clamping: result.choicePoints)) << 32)
    words.append(result.traceHash)
    if !result.demand.isEmpty {
      words.append(UInt64(result.demand.workers) | UInt64(result.demand.threads) << 32)
    }
    if let choices = result.choicesAtHalf { words.append(UInt64(choices)) }
    if let fingerprint = result.fingerprint { words += [fingerprint, result.signature] }
    if let sample {
      words.append(sample.order)
      words.append(list: sample.conflictPairs)
    }
    if let outcome { words.append(list: outcome.map { UInt64(bitPattern: Int64($0)) }) }
  }

  init?(_ reader: inout WordReader) {
    guard let head = reader.word(), let counts = reader.word(), let traceHash = reader.word(),
      let kind = ExecutionEnd.Kind(rawValue: UInt8(truncatingIfNeeded: head >> 8))
    else { return nil }
    let flags = Flags(rawValue: head & 0xff)
    let detail = Int(Int32(truncatingIfNeeded: head >> 32))
    self.init(
      ExecutionResult(
        end: ExecutionEnd(kind, detail), steps: Int(counts & 0xffff_ffff), choicePoints: Int(counts >> 32),
        traceHash: traceHash))
    isAbandoned = flags.contains(.isAbandoned)
    result.traits = ExecutionResult.Traits(rawValue: Int(head >> 16 & 0xffff))
    if flags.contains(.hasDemand) {
      guard let demand = reader.word() else { return nil }
      result.demand = PoolDemand(workers: Int(demand & 0xffff_ffff), threads: Int(demand >> 32))
    }
    if flags.contains(.hasChoicesAtHalf) {
      guard let choices = reader.count() else { return nil }
      result.choicesAtHalf = choices
    }
    if flags.contains(.hasFailure) {
      guard let failure = reader.list(of: 2) else { return nil }
      (result.fingerprint, result.signature) = (failure[0], failure[1])
    }
    if flags.contains(.hasSample) {
      guard let order = reader.word(), let conflictPairs = reader.list() else { return nil }
      sample = CoverageSample(
        order: order, isDrawn: flags.contains(.isDrawn), conflictPairs: conflictPairs)
    }
    if flags.contains(.hasOutcome) {
      guard let values = reader.list() else { return nil }
      outcome = values.map { Int(Int64(bitPattern: $0)) }
    }
  }
}
