// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule
import Testing

@testable import GCDRuntime
@testable import gcdcheck

/// Tokens, regression files, what an interrupted run leaves, environment variables.
@Suite struct SmallReaderFuzzTests {
  @Test func tokensAreReadOrRefused() throws {
    let tokens = [
      "gcd1-AFYUAe8QpOHEqfUm", "gcd1-AAtNGdXL9heFCQiUlSk", "gcd1-ABRGpc8aCWc4dfre", "gcd1-", "gcd2-AFYU", "",
      "gcd1-A",
    ]
    let inputs = Fuzzing("token", share: 80) { Mutation.text($0.pick(tokens), &$0) }
    try inputs.each { text in
      guard let token = try? ScheduleToken(parsing: text) else { return }
      // What is read means the same when it is written.
      try #require(try ScheduleToken(parsing: token.description) == token)
    }
  }

  @Test func regressionFilesAreReadOrRefused() throws {
    try #require(!Corpus.regressions.isEmpty)
    let inputs = Fuzzing("regression", share: 60) { Mutation.text($0.pick(Corpus.regressions), &$0) }
    try inputs.each { text in
      for line in text.split(separator: "\n") {
        switch RegressionLine(String(line)) {
        case .schedule(let saved): try #require(!saved.replayCommand.contains("\n"))
        case .unreadable(let reason): try #require(!reason.isEmpty)
        }
      }
    }
  }

  /// Nothing of a file is believed that is not as it was written.
  @Test func unfinishedRunsAreWholeOrRefused() throws {
    let run = SavedSession(
      arguments: ["--seed", "7", "a.gcd.yaml"], drawnSeed: nil,
      items: [SavedSession.Item(name: "a.gcd.yaml", key: 99, report: nil, begun: nil)])
    let whole = SavedWorkFile.sealed(try JSONLine.encode(run))
    try #require(SavedWorkFile.content(of: whole) != nil)
    let inputs = Fuzzing("unfinished", share: 40) { Mutation.text(whole, &$0) }
    try inputs.each { text in
      try #require(text == whole || SavedWorkFile.content(of: text) == nil)
    }
  }

  /// What a corpus says wrongly would leave schedules out.
  @Test func linesOfACorpusAreAsTheyWereWrittenOrLeftOut() throws {
    var program = ProgramCoverage()
    program.generation = 3
    for hash in 1...4 as ClosedRange<UInt64> {
      program.orders[hash] = "gcd1-AFYUAe8QpOHEqfUm"
      program.conflictPairs[hash << 40] = "gcd1-AAtNGdXL9heFCQiUlSk"
    }
    program.failures[9] = "gcd1-ABRGpc8aCWc4dfre"
    program.explored[.init(seed: 7, strategy: "auto")] = ScheduleNumbers("2-200,401-500")
    var whole = CorpusContent()
    whole.tests["A.b"] = [5: program]
    try #require(CorpusContent(whole.text) == whole)
    let inputs = Fuzzing("corpus", share: 40) { Mutation.text(whole.text, &$0) }
    try inputs.each { text in
      for (test, programs) in CorpusContent(text).tests {
        try #require(test == "A.b" && programs.keys.allSatisfy { $0 == 5 })
        let read = programs[5] ?? ProgramCoverage()
        try #require(read.orders.allSatisfy { program.orders[$0.key] == $0.value })
        try #require(read.conflictPairs.allSatisfy { program.conflictPairs[$0.key] == $0.value })
        try #require(read.explored.allSatisfy { program.explored[$0.key] == $0.value })
      }
    }
  }

  @Test func variablesAreReadOrRefused() throws {
    let good = [
      "1000", "7", "random", "auto", "pct:3", "unbounded", "linux:4", "1ms", "60s", "0", "1", "yes", "first",
      "GCD205:com.acme.log,GCD303", "gcd1-AFYUAe8QpOHEqfUm@A.B/c()#2", "main-thread", "2/5", "finding", "10",
      "0.5",
      "jsonl=run.jsonl,html",
    ]
    let names = EnvironmentVariable.allCases
    let inputs = Fuzzing("environment", share: 40) { dice in
      "\(dice.pick(names).rawValue)=" + Mutation.text(dice.pick(good), &dice)
    }
    try inputs.each { text in
      let scalars = text.unicodeScalars
      let name = String(scalars.prefix { $0 != "=" })
      let value = String(scalars.drop { $0 != "=" }.dropFirst())
      do throws(EnvironmentProblem) {
        _ = try Environment([name: value])
      } catch {
        try #require(error.text.contains(name) && !error.text.contains("\n"))
        try #require(error.text.utf8.count < 2_000)
      }
      _ = try? ReportRequest.list(value)
    }
  }
}
