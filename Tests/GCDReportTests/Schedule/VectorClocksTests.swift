// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

/// What a thread can know of the others: the steps that are ordered before its own.
@Suite struct VectorClocksTests {
  private func known(_ steps: [RecordedTrace.Step]) throws -> [String: Int] {
    var finding = Sample.mainAndQueue
    finding.recordedTrace = RecordedTrace(steps, of: steps.count)
    return try SchedulePage(finding).known(by: steps.count - 1)
  }

  private func step(
    _ index: Int, _ participant: String, _ operation: OperationKind, _ object: ObjectName? = nil,
    block: Int? = nil,
    _ outcome: StepOutcome = .done
  ) -> RecordedTrace.Step {
    RecordedTrace.Step(StepLine(index, participant, operation, object, outcome), block: block)
  }

  @Test func aBlockKnowsWhatItsSubmitterDidBefore() throws {
    let steps = [
      step(0, "main thread", .yield), step(1, "main thread", .async, Sample.net, block: 1),
      step(2, "main thread", .yield), step(3, "worker 1", .begin, Sample.net, block: 1),
    ]
    #expect(try known(steps) == ["main thread": 1])
  }

  @Test func serialBlocksKnowThoseBeforeAndConcurrentOnesDoNot() throws {
    func steps(_ queue: ObjectName) -> [RecordedTrace.Step] {
      [
        step(0, "worker 1", .begin, queue, block: 1), step(1, "worker 1", .end, queue, block: 1),
        step(2, "worker 1", .yield), step(3, "worker 2", .begin, queue, block: 2),
      ]
    }
    #expect(try known(steps(Sample.cache)) == ["worker 1": 1])
    #expect(try known(steps(Sample.net)) == [:])
  }

  @Test func barriersOrderConcurrentBlocks() throws {
    let steps = [
      step(0, "main thread", .barrierAsync, Sample.net, block: 1),
      step(1, "worker 1", .begin, Sample.net, block: 9), step(2, "worker 1", .end, Sample.net, block: 9),
      step(3, "worker 2", .begin, Sample.net, block: 1), step(4, "worker 2", .end, Sample.net, block: 1),
      step(5, "worker 3", .begin, Sample.net, block: 2),
    ]
    #expect(try known(steps) == ["main thread": 0, "worker 1": 2, "worker 2": 4])
  }

  @Test(arguments: [
    (ObjectType.lock, OperationKind.unlock, OperationKind.lock), (.semaphore, .signal, .wait),
    (.group, .leave, .groupWait), (.workItem, .itemEnd, .itemWait), (.once, .onceEnd, .onceBegin),
    (.readWriteLock, .unlockReadWrite, .writeLock), (.condition, .broadcastCondition, .conditionWake),
  ])
  func whoeverGoesOnKnowsWhoLetItGo(type: ObjectType, gives: OperationKind, takes: OperationKind) throws {
    let object = ObjectName(type, label: "x")
    let steps = [
      step(0, "worker 1", .yield), step(1, "worker 1", gives, object), step(2, "worker 1", .yield),
      step(3, "main thread", takes, object),
    ]
    #expect(try known(steps) == ["worker 1": 1])
    // Whoever still waits knows nothing yet.
    #expect(try known(Array(steps.dropLast()) + [step(3, "main thread", takes, object, .waits)]) == [:])
  }

  @Test func aBlockOfNotifyKnowsThoseWhoLeft() throws {
    let group = ObjectName(.group, label: "loading")
    let steps = [
      step(0, "main thread", .notify, group, block: 7), step(1, "worker 1", .leave, group),
      step(2, "worker 1", .yield), step(3, "worker 2", .begin, Sample.net, block: 7),
    ]
    #expect(try known(steps) == ["main thread": 0, "worker 1": 1])
  }

  @Test func knowledgeIsHandedOn() throws {
    let lock = ObjectName(.lock, label: "guard")
    let steps = [
      step(0, "worker 1", .async, Sample.net, block: 1), step(1, "worker 2", .begin, Sample.net, block: 1),
      step(2, "worker 2", .unlock, lock), step(3, "worker 3", .lock, lock),
    ]
    #expect(try known(steps) == ["worker 1": 0, "worker 2": 2])
  }
}
