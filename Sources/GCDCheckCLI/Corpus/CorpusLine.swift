// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// A line of a file of a corpus: about a program as a whole, about what was explored of it, or about one
/// schedule.
struct CorpusLine: Codable {
  /// The format that this version writes, and the last one that it reads.
  static let newestFormat = 1

  var format = CorpusLine.newestFormat
  /// The version of gcdcheck that wrote the line.
  var tool = Tool.version
  /// The test's id.
  var test: String
  /// The hash of the program and of the options that decide what a schedule is, in hexadecimal.
  var program: String

  // Of a program.
  var generation: Int?
  var level: Int?
  /// Here and below, hashes as `HashList` writes them.
  var tried: String?

  // Of what was explored.
  var seed: UInt64?
  var strategy: String?
  /// As `ScheduleNumbers` writes it.
  var explored: String?
  /// Numbers, each with the hash of its trace behind it, as `HashList` writes them.
  var checks: String?

  // Of a schedule.
  var token: String?
  var orders: String?
  var conflictPairs: String?
  var failures: String?

  /// The hash of the line with an empty one: a number that is wrong would leave schedules out.
  var seal = ""

  init(test: String, program: UInt64) {
    self.test = test
    self.program = String(program, radix: 16)
  }

  private enum CodingKeys: String, CodingKey {
    case format = "format"
    case tool = "tool"
    case test = "test"
    case program = "program"
    case generation = "generation"
    case level = "level"
    case tried = "tried"
    case seed = "seed"
    case strategy = "strategy"
    case explored = "explored"
    case checks = "checks"
    case token = "token"
    case orders = "orders"
    case conflictPairs = "pairs"
    case failures = "failures"
    case seal = "seal"
  }

  /// The line with its seal.
  var text: String {
    var line = self
    line.seal = ""
    line.seal = String(SavedSession.hash(of: (try? JSONLine.encode(line)) ?? ""), radix: 16)
    return (try? JSONLine.encode(line)) ?? ""
  }

  private struct Header: Decodable {
    var format: Int
    var tool: String
  }

  /// What a text says.
  enum Reading {
    case line(CorpusLine)
    /// Of a newer version; kept as it is.
    case newer(tool: String)
    case damaged
  }

  static func read(_ text: String) -> Reading {
    guard let header = try? JSONLine.decode(Header.self, from: text) else { return .damaged }
    if header.format > newestFormat { return .newer(tool: header.tool) }
    guard let line = try? JSONLine.decode(CorpusLine.self, from: text), line.text == text else {
      return .damaged
    }
    return .line(line)
  }
}

extension ProgramCoverage {
  /// Lines that say this, in an order that follows from what they say.
  func lines(test: String, program: UInt64) -> [String] {
    var head = CorpusLine(test: test, program: program)
    head.generation = generation
    head.level = level
    head.tried = HashList.text(tried.sorted())
    var lines = [head.text]
    for (course, numbers) in explored.sorted(by: { $0.key < $1.key }) where !numbers.isEmpty {
      var line = CorpusLine(test: test, program: program)
      (line.seed, line.strategy, line.explored) = (course.seed, course.strategy, numbers.text)
      let checks = self.checks[course, default: [:]].sorted { $0.key < $1.key }
      line.checks = HashList.text(checks.flatMap { [UInt64($0.key), $0.value] })
      lines.append(line.text)
    }
    let covered = [orders, conflictPairs, failures].map { map in
      Dictionary(grouping: map.keys) { map[$0] ?? "" }.mapValues { HashList.text($0.sorted()) }
    }
    for token in tokens.sorted(by: ProgramCoverage.isLess) {
      var line = CorpusLine(test: test, program: program)
      line.token = token
      (line.orders, line.conflictPairs, line.failures) =
        (covered[0][token], covered[1][token], covered[2][token])
      lines.append(line.text)
    }
    return lines
  }

  /// What a line says; nil for one that says nothing this version knows.
  init?(_ line: CorpusLine) {
    if let tried = line.tried {
      guard let hashes = HashList.hashes(tried), let level = line.level, (0..<64).contains(level),
        let generation = line.generation
      else { return nil }
      (self.generation, self.level, self.tried) = (generation, level, Set(hashes))
    } else if let explored = line.explored {
      guard let numbers = ScheduleNumbers(explored), let seed = line.seed, let strategy = line.strategy,
        var checks = WordReader(line.checks ?? "")
      else { return nil }
      let course = Course(seed: seed, strategy: strategy)
      self.explored[course] = numbers
      while let number = checks.count(), let trace = checks.word() {
        self.checks[course, default: [:]][number] = trace
      }
    } else {
      guard let token = line.token, (try? ScheduleToken(parsing: token)) != nil,
        let orders = HashList.hashes(line.orders ?? ""),
        let pairs = HashList.hashes(line.conflictPairs ?? ""),
        let failures = HashList.hashes(line.failures ?? "")
      else { return nil }
      for order in orders { self.orders[order] = token }
      for pair in pairs { conflictPairs[pair] = token }
      for failure in failures { self.failures[failure] = token }
    }
  }
}
