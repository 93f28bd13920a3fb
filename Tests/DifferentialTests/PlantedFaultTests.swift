// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import GCDModel
import GCDModelPrograms
import XCTest

/// A test of the test: each wrong rule makes the model unable to do what the real library did with some
/// program.
final class PlantedFaultTests: XCTestCase {
  func testEveryFaultIsNoticed() throws {
    let entries = try RealPrograms.entries.get()
    for fault in PlantedFault.allCases where fault != .none {
      let witness = entries.first { entry in
        guard let log = entry.log else { return false }
        return !isAccepted(entry.program, log, fault)
      }
      XCTAssertNotNil(witness, "\(fault) goes unnoticed")
    }
  }

  private func isAccepted(_ program: Program, _ log: RealLog, _ fault: PlantedFault) -> Bool {
    guard case .accepted(let finding) = LogAcceptor(program, log, fault: fault).search() else {
      return false
    }
    return ClassOracle(program, log).allows(finding)
  }
}
#endif
