// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import Testing

@testable import GCDScenario

/// Scenario files, whatever is in them: read, or refused with a place; what is read can be run.
@Suite struct ScenarioFuzzTests {
  /// A file is refused with errors that have a place in it and are no longer than a reader bears.
  private func read(_ text: String) throws -> Scenario? {
    do {
      let scenario = try Scenario(text: text, path: "f.gcd.yaml")
      // What is made of a file before its first schedule.
      _ = PrivatePosts(scenario.program)
      return scenario
    } catch {
      try #require(!error.errors.isEmpty && error.errors.count <= Diagnostics.mostErrors + 1)
      for mistake in error.errors {
        try #require(mistake.position.line >= 1 && mistake.position.column >= 1)
        let isPlain = mistake.description.unicodeScalars.allSatisfy {
          !$0.isHidden || $0 == "\n" || $0 == "\t"
        }
        try #require(isPlain, "a message with characters that are not seen")
        try #require(mistake.description.utf8.count < 60_000)
      }
      return nil
    }
  }

  @Test func thereIsACorpus() { #expect(Corpus.scenarios.count > 100) }

  @Test func bytesAreReadOrRefused() throws {
    let inputs = Fuzzing("scenario-bytes", share: 300) { Mutation.text($0.pick(Corpus.scenarios), &$0) }
    try inputs.each {
      _ = try read($0)
    }
  }

  @Test func generatedFilesAreReadOrRefused() throws {
    let inputs = Fuzzing("scenario-grammar", share: 200) { ScenarioGrammar.file(&$0) }
    try inputs.each { _ = try read($0) }
  }

  /// Whatever is found: the schedules end, and no finding is one about ourselves.
  @Test func generatedFilesRun() throws {
    let inputs = Fuzzing("scenario-runs", share: 40) { ScenarioGrammar.file(&$0) }
    try inputs.each { text in
      guard let scenario = try read(text) else { return }
      var options = ScenarioOptions()
      options.schedules = 2
      options.maxSteps = 400
      options.showOutput = OutputPolicy.none
      options.save = false
      options.mostShrinkingRuns = 4
      let result = try scenario.run(options)
      for finding in result.exploration.findings {
        try #require(finding.code != "GCD901" && finding.code != "GCD902", "\(finding.report)")
        try #require(!finding.report.isEmpty)
      }
    }
  }
}
