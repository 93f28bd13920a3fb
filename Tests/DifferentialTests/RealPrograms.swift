// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import GCDModelPrograms

/// The generated programs of this test run with what the real library did; run once, shared by the tests.
enum RealPrograms {
  struct Entry {
    var seed: UInt64
    var program: Program
    var log: RealLog?
  }

  /// `GCDCHECK_DIFFERENTIAL` = how many; 200 without it. `GCDCHECK_DIFFERENTIAL_FIRST` = the first seed,
  /// else 0.
  static let count = number("GCDCHECK_DIFFERENTIAL") ?? 200
  private static let first = number("GCDCHECK_DIFFERENTIAL_FIRST") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  static let entries: Result<[Entry], any Error> = Result { try entries(from: first) }

  /// `count` programs that come after those of `entries`: batch 1, 2, …
  static func batch(_ number: Int) throws -> [Entry] { try entries(from: first + number * count) }

  private static func entries(from first: Int) throws -> [Entry] {
    let programs = (first..<first + count).map { number -> (seed: UInt64, program: Program) in
      let seed = UInt64(number)
      var generator = ProgramGenerator(seed: seed)
      return (seed, generator.program())
    }
    let logs = try ChildProcess.logs(of: programs)
    return zip(programs, logs).map { Entry(seed: $0.seed, program: $0.program, log: $1) }
  }
}
#endif
