// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct ConflictPairTrailTests {
  @Test func onlyAnotherTaskHandsOver() {
    var trail = ConflictPairTrail()
    defer { trail.free() }
    func isFirst(_ task: UInt32, _ kind: OperationKind, at object: ObjectID, site: UInt64) -> Bool {
      trail.step(TaskID(task), kind, at: object, site: site) == nil
    }
    let (semaphore, queue) = (ObjectID(.semaphore, 0), ObjectID(.queue, 0))
    for _ in 0..<2 {
      trail.begin()
      #expect(isFirst(1, .signal, at: semaphore, site: 7))
      #expect(isFirst(1, .signal, at: semaphore, site: 8))
      #expect(isFirst(2, .async, at: queue, site: 9))
      let before = trail.step(TaskID(2), .wait, at: semaphore, site: 10)
      #expect(before?.site == 8)
      #expect(before?.kind == OperationKind.signal.rawValue)
      #expect(isFirst(2, .wait, at: semaphore, site: 10))
    }
  }
}
