// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import GCDModelPrograms
import XCTest

final class DifferentialTests: XCTestCase {
  func testModelReachesWhatTheRealLibraryDoes() throws {
    let count = ProcessInfo.processInfo.environment["GCDCHECK_DIFFERENTIAL"].flatMap { Int($0) } ?? 200
    let programs = (0..<UInt64(count)).map { seed -> (seed: UInt64, program: Program) in
      var generator = ProgramGenerator(seed: seed)
      return (seed, generator.program())
    }
    let logs = try ChildProcess.logs(of: programs)
    var bad = 0
    var tally: [String: Int] = [:]
    for (entry, log) in zip(programs, logs) {
      guard let log else {
        XCTFail("program \(entry.seed): the child said nothing")
        continue
      }
      let acceptor = LogAcceptor(entry.program, log)
      let verdict = acceptor.search()
      switch verdict {
      case .accepted(let finding):
        tally["\(finding)", default: 0] += 1
        if !ClassOracle(entry.program, log).allows(finding) {
          XCTFail("program \(entry.seed): \(log.outcome) is no \(finding)")
          bad += 1
        }
      case .rejected, .undecided:
        bad += 1
        XCTFail(
          """
          program \(entry.seed): \(verdict) at entry \(acceptor.furthest), \(log.outcome)
          \(entry.program)
          \(log.entries)
          """)
      }
    }
    let unhappy = logs.filter { $0?.outcome != .done }.count
    XCTAssertGreaterThan(unhappy * 4, count, "at least a quarter hang or crash")
    XCTAssertEqual(bad, 0)
    Self.summary = "\(count) programs, \(unhappy) hang or crash: \(tally)"
    FileHandle.standardError.write(Data((Self.summary + "\n").utf8))
  }

  nonisolated(unsafe) static var summary = ""
}
#endif
