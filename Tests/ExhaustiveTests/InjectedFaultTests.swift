// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import XCTest

/// A test of the test: a wrong rule about what commutes makes the search miss what some order comes to.
final class InjectedFaultTests: XCTestCase {
  /// Operations whose steps are taken to commute with everything, one kind at a time, each with the number of
  /// a program that shows it.
  private static let faults: [(kind: OperationKind, program: UInt64)] = [
    (.begin, 32), (.suspend, 58), (.asyncAndWait, 83), (.end, 158), (.leave, 158), (.async, 171),
    (.enter, 213), (.wait, 343), (.groupWait, 410), (.sync, 417), (.notify, 417), (.lock, 454),
    (.signal, 2_408), (.arrive, 2_739), (.endSync, 2_778),
  ]

  func testEveryFaultIsNoticed() {
    for fault in InjectedFaultTests.faults {
      var source = SmallPrograms(seed: fault.program)
      let program = source.program()
      let all = everyOrder(of: program, atMost: 200, holdsUp: false)
      XCTAssertTrue(all.isComplete)
      XCTAssertEqual(search(program, atMost: 800).outcomes, all.outcomes, "\(fault)")
      let found = search(
        program, atMost: 800,
        fault: { kind, effect in
          if kind == fault.kind { effect.footprint.removeAll() }
        })
      XCTAssertNotEqual(found.outcomes, all.outcomes, "\(fault)")
    }
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
