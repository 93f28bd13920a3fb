// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import XCTest

/// A test of the test: a wrong rule about what commutes makes the search miss what some order comes to.
final class PlantedFaultTests: XCTestCase {
  /// Far more than any of the faults has needed.
  private static let mostPrograms: UInt64 = 1_500
  private static let mostRuns = 300

  /// Operations whose steps are taken to commute with everything, one kind at a time.
  private static let faults: [OperationKind] = [
    .async, .sync, .begin, .end, .signal, .wait, .leave, .groupWait, .lock, .tryLock, .suspend, .resume,
    .timePasses,
  ]

  func testEveryFaultIsNoticed() {
    var unnoticed = PlantedFaultTests.faults
    var seed: UInt64 = 0
    while !unnoticed.isEmpty, seed < PlantedFaultTests.mostPrograms {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let all = everyOrder(of: program, atMost: PlantedFaultTests.mostRuns, holdsUp: false)
      if !all.isComplete { continue }
      unnoticed.removeAll { fault in
        let found = search(
          program, atMost: 4 * PlantedFaultTests.mostRuns,
          fault: { kind, effect in
            if kind == fault { effect.footprint.removeAll() }
          })
        return found.outcomes != all.outcomes
      }
    }
    XCTAssertEqual(unnoticed, [])
  }

  /// That a block cannot begin before it is submitted is no rule about places.
  func testCausesAreNeeded() {
    let program = SmallProgram(
      queues: [.init(isSerial: true, target: nil), .init(isSerial: true, target: nil)], semaphores: [0],
      variables: 1,
      blocks: [
        [.async(queue: 0, block: 1, barrier: false, group: nil), .wait(0, timeout: 0)],
        [.async(queue: 1, block: 2, barrier: false, group: nil)], [.signal(0)],
      ])
    let all = everyOrder(of: program, atMost: 1_000, holdsUp: false)
    XCTAssertEqual(search(program, atMost: 1_000).outcomes, all.outcomes)
    let held = everyOrder(of: program, atMost: 1_000, holdsUp: true)
    XCTAssertEqual(search(program, atMost: 1_000).runs, held.classes.count)
  }
}
