// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import GCDModel
import GCDModelPrograms
import XCTest

/// A test of the test: each wrong rule makes the model unable to do what the real library did with some
/// program.
final class InjectedFaultTests: XCTestCase {
  /// Some faults show only where the real library took a rare path: the search goes on with further
  /// programs, to a bound that a fault has never needed a fifth of.
  private static let mostBatches = 20

  func testEveryFaultIsNoticed() throws {
    var unnoticed = InjectedFault.allCases.filter { $0 != .none }
    var batch = 0
    while !unnoticed.isEmpty, batch < InjectedFaultTests.mostBatches {
      let entries = batch == 0 ? try RealPrograms.entries.get() : try RealPrograms.batch(batch)
      unnoticed.removeAll { fault in
        entries.contains { entry in
          guard let log = entry.log else { return false }
          return !isAccepted(entry.program, log, fault)
        }
      }
      batch += 1
    }
    XCTAssertEqual(unnoticed, [])
  }

  private func isAccepted(_ program: Program, _ log: RealLog, _ fault: InjectedFault) -> Bool {
    guard case .accepted(let finding) = LogAcceptor(program, log, fault: fault).search() else {
      return false
    }
    return ClassOracle(program, log).allows(finding)
  }
}
#endif
