// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct TraceHashTests {
  private func hash(_ edit: (inout [UInt64]) -> Void = { _ in }, _ operation: OperationKind = .wait) -> UInt64
  {
    var fields: [UInt64] = [11, 22, 33, 44, 55]
    edit(&fields)
    var hash = TraceHash()
    hash.step(
      task: fields[0], operation: operation, object: fields[1], time: fields[2], result: fields[3],
      enabled: fields[4])
    return hash.value
  }

  /// Hashes are compared across processes and builds; a change of this number is a new trace version.
  @Test func givesTheKnownHash() { #expect(hash() == 8_090_084_177_735_907_599) }

  @Test func everyFieldCounts() {
    var seen: Set<UInt64> = [hash(), hash({ _ in }, .signal)]
    for field in 0..<5 { seen.insert(hash { $0[field] += 1 }) }
    for field in 0..<4 { seen.insert(hash { $0.swapAt(field, field + 1) }) }
    #expect(seen.count == 11)
  }

  @Test func theOrderOfStepsCounts() {
    var forwards = TraceHash()
    var backwards = TraceHash()
    for task in [1, 2] as [UInt64] {
      forwards.step(task: task, operation: .leave, object: 1, time: 0, result: 0, enabled: 0)
      backwards.step(task: 3 - task, operation: .leave, object: 1, time: 0, result: 0, enabled: 0)
    }
    #expect(forwards != backwards)
    #expect(forwards.value != TraceHash.start)
  }
}
