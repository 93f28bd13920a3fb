// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a file of a corpus says: of each test that has this file, its programs.
struct CorpusContent: Equatable {
  var tests: [String: [UInt64: ProgramCoverage]] = [:]
  /// Lines of newer versions.
  var foreign: Set<String> = []

  /// A line that is left out, and why.
  struct Problem: Equatable {
    /// From 1.
    var line: Int
    var reason: String
  }

  /// Programs of a test that are kept: those that came last.
  static let mostGenerations = 8

  init() {}

  /// - Parameter problem: gets each line that cannot be used.
  init(_ text: String, problem: (Problem) -> Void = { _ in }) {
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !part.isEmpty {
      switch CorpusLine.read(String(part)) {
      case .line(let line):
        guard let program = UInt64(line.program, radix: 16), let said = ProgramCoverage(line) else {
          problem(Problem(line: index + 1, reason: "it is damaged"))
          continue
        }
        tests[line.test, default: [:]][program, default: ProgramCoverage()].add(said)
      case .newer(let tool):
        foreign.insert(String(part))
        problem(
          Problem(line: index + 1, reason: "it was written by gcdcheck \(tool), which is newer"))
      case .damaged: problem(Problem(line: index + 1, reason: "it is damaged"))
      }
    }
    for (test, programs) in tests {
      for program in programs.keys { tests[test]?[program]?.thinOut() }
    }
  }

  /// The same in whatever order, and however often, contents are put together.
  mutating func formUnion(_ other: CorpusContent) {
    foreign.formUnion(other.foreign)
    for (test, programs) in other.tests {
      for (program, coverage) in programs {
        tests[test, default: [:]][program, default: ProgramCoverage()].formUnion(coverage)
      }
    }
  }

  /// No part of a union, which would then depend on the order of its parts.
  mutating func dropOldPrograms(of test: String) {
    let newest = tests[test]?.values.map(\.generation).max() ?? 0
    tests[test] = tests[test]?.filter { $0.value.generation > newest - CorpusContent.mostGenerations }
  }

  /// The text of the file: one for each content.
  var text: String {
    var lines: [String] = []
    for (test, programs) in tests.sorted(by: { $0.key < $1.key }) {
      for (program, coverage) in programs.sorted(by: {
        ($0.value.generation, $0.key) < ($1.value.generation, $1.key)
      }) {
        lines += coverage.lines(test: test, program: program)
      }
    }
    return (lines + foreign.sorted()).map { $0 + "\n" }.joined()
  }
}
