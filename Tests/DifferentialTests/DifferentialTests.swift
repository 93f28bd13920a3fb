// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import GCDModelPrograms
import XCTest

/// Whatever the real library does with a generated program, the model can do; a hang or crash is a
/// finding of the right class.
final class DifferentialTests: XCTestCase {
  func testModelReachesWhatTheRealLibraryDoes() throws {
    var unhappy = 0
    for entry in try RealPrograms.entries.get() {
      let log = try XCTUnwrap(entry.log, "program \(entry.seed): the child said nothing")
      if log.outcome != .done { unhappy += 1 }
      let acceptor = LogAcceptor(entry.program, log)
      let verdict = acceptor.search()
      switch verdict {
      case .accepted(let finding):
        let isRight = ClassOracle(entry.program, log).allows(finding)
        XCTAssertTrue(
          isRight,
          "program \(entry.seed): \(log.outcome) is no \(finding)\n\(entry.program)\n\(log.entries)")
      case .rejected, .undecided:
        XCTFail(
          """
          program \(entry.seed): \(verdict) at entry \(acceptor.furthest), \(log.outcome)
          \(entry.program)
          \(log.entries)
          """)
      }
    }
    XCTAssertGreaterThan(unhappy * 4, RealPrograms.count, "fewer than a quarter hang or crash")
  }
}
#endif
