// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDVocabulary
import Testing

@testable import GCDScenario

/// Files that would take the stack, the memory or the time of whoever reads or runs them.
@Suite struct HostileScenarioTests {
  private func mistakes(_ text: String) -> [String] {
    do {
      _ = try Scenario(text: text, path: "h.gcd.yaml")
      return []
    } catch {
      return error.errors.map { "\($0.position.short) \($0.message)" }
    }
  }

  /// Runs the scenario, and its finding's schedule once more: the same report.
  private func findings(_ text: String, maxSteps: Int? = nil) throws -> [Finding] {
    let scenario = try Scenario(text: text, path: "h.gcd.yaml")
    var options = ScenarioOptions()
    options.schedules = 50
    options.maxSteps = maxSteps
    options.showOutput = OutputPolicy.none
    options.save = false
    let found = try scenario.run(options).exploration.findings
    for finding in found {
      options.replay = finding.schedule
      let again = try scenario.run(options).exploration.findings
      #expect(again.map(\.code) == found.map(\.code))
      #expect(again.map(withoutOrigin) == found.map(withoutOrigin))
    }
    return found
  }

  private func withoutOrigin(_ finding: Finding) -> [Substring] {
    let lines = finding.report.split(separator: "\n")
    return Array(lines.prefix { !$0.hasPrefix("note: found in") && !$0.hasPrefix("note: seen in") })
  }

  // MARK: Recursion

  @Test func whatRunsItselfInPlaceIsRefused() {
    #expect(
      mistakes("items: {j: {do: [{perform: j}]}}\nsteps: [{perform: j}]\n") == [
        "1:9 the work item \"j\" runs itself and would never end; submit it with async"
      ])
    let indirect = """
      queues: {q: serial}
      items: {j: {do: b}, k: {do: [{perform: j}]}}
      blocks: {b: [{if: 1 == 1, do: [{sync: q, do: k}]}]}
      steps: []
      """
    #expect(
      mistakes(indirect) == [
        "3:10 the block \"b\" runs itself and would never end; submit it with async"
      ])
    let waiting = "queues: {q: serial}\nitems: {j: {do: [{async: q, and-wait: true, do: j}]}}\nsteps: []\n"
    #expect(mistakes(waiting).count == 1)
    #expect(mistakes("queues: {q: serial}\nitems: {j: {do: [{async: q, do: j}]}}\nsteps: []\n").isEmpty)
    #expect(mistakes("items: {j: {do: [{print: x}]}, k: {do: [{perform: j}]}}\nsteps: []\n").isEmpty)
  }

  @Test(arguments: [(50, true), (51, false)]) func chainsHaveABound(_ length: Int, _ isRight: Bool) throws {
    var text = "blocks:\n"
    for index in 1..<length { text += "  b\(index): [{repeat: 1, do: b\(index + 1)}]\n" }
    text += "  b\(length): [{print: x}]\nsteps: [{repeat: 1, do: b1}]\n"
    #expect(mistakes(text).isEmpty == isRight)
    if isRight { #expect(try findings(text).isEmpty) }
  }

  /// Forty blocks that each name the next one twice have 2^40 ways through them, and forty blocks.
  @Test(arguments: [
    "{repeat: 1, do: b$}, {repeat: 1, do: b$}", "{async: q, do: b$}, {async: q, do: b$}",
    "{if: t == 1, do: b$, else: b$}",
  ])
  func eachBlockIsLookedAtOnce(_ steps: String) throws {
    var text = "queues: {q: serial}\nvariables: {t: 0}\nblocks:\n"
    for index in 0..<40 { text += "  b\(index): [\(steps.replacing("$", with: "\(index + 1)"))]\n" }
    text += "  b40: [{add: 1, to: t}]\nsteps:\n  - {if: t == 1, do: b0}\n"
    #expect(try findings(text).isEmpty)
  }

  // MARK: Loops

  @Test func aLoopWithoutSchedulingPointsEnds() throws {
    var steps = "{print: x}"
    for _ in 0..<12 { steps = "{repeat: 1000, do: [\(steps)]}" }
    #expect(try findings("steps: [\(steps)]\n", maxSteps: 300).map(\.code) == ["GCD402"])
    #expect(try findings("steps: [{repeat: 30, do: [{repeat: 30, do: [{print: x}]}]}]\n").isEmpty)
  }

  // MARK: Long and many

  @Test func whatIsTooLongIsRefusedEarly() {
    let long = String(repeating: "y", count: 5_000)
    #expect(
      mistakes("steps: [{sync: \(long), do: []}]\n").contains(
        "1:16 this text has 5000 characters; a scenario's texts have at most 4000"))
    let sum = Array(repeating: "1", count: 200).joined(separator: " + ")
    #expect(
      mistakes("variables: {v: 0}\nsteps: [{set: v, to: \(sum)}]\n") == [
        "2:22 \"to\" has 399 words; an expression has at most 200: write several steps"
      ])
    let many = "steps:\n" + String(repeating: "  - sync: nowhere\n    do: []\n", count: 500)
    let found = mistakes(many)
    #expect(found.count == Diagnostics.mostErrors + 1)
    #expect(
      found.last?.hasSuffix("there are more mistakes (400) than are shown; correct these first") == true)
  }

  @Test func aHugeFileIsRefusedBeforeItIsRead() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gcd.yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(String(repeating: "# x\n", count: 1_200_000).utf8).write(to: file)
    let error = thrown(ScenarioErrors.self) { _ = try Scenario.load(path: file.path) }
    #expect(
      error?.errors.map(\.message) == [
        "this file holds more than 4 MiB; no scenario is that long, split it"
      ])
  }

  @Test func aLongLineIsShownAroundItsMistake() {
    let line = "steps: [" + String(repeating: "{print: x}, ", count: 400) + "{sync: nowhere, do: []}]"
    let error = thrown(ScenarioErrors.self) { _ = try Scenario(text: line, path: "h.gcd.yaml") }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count < 400 })
    let mark = lines.last?.count ?? 0
    #expect(lines.dropFirst().first?.dropFirst(mark - 1).hasPrefix("nowhere") == true)
  }

  @Test func whatIsNotSeenIsShownInMessages() {
    let text = "steps: [{sync: \"\\u009b31m\\n::error::x\", do: []}]\n"
    let error = thrown(ScenarioErrors.self) {
      _ = try Scenario(text: text, path: "a\n::error::b.gcd.yaml")
    }
    let words = error?.description ?? ""
    #expect(
      words.hasPrefix(#"a\n::error::b.gcd.yaml:1:16: error: there is no queue "\u{9b}31m\n::error::x""#))
    #expect(words.split(separator: "\n").count == 3)
    #expect(!words.unicodeScalars.contains("\u{9b}"))
  }

  // MARK: What is accepted

  @Test func theMarkOfTheByteOrderIsNoPartOfTheText() throws {
    let text = "\u{feff}steps: [{print: x}]\n"
    #expect(mistakes(text).isEmpty)
    #expect(mistakes("\u{feff}steps: [{prnt: x}]\n").first?.hasPrefix("1:10 ") == true)
  }

  @Test func whatIsWrittenBackHasNoHiddenCharacters() throws {
    let text = "queues: {\"a\\u009b\\u2028b\": serial}\nsteps: [{sync: \"a\\u009b\\u2028b\", do: []}]\n"
    let source = SourceFile(path: "h.gcd.yaml", text: text)
    let tree = try #require(SyntaxLoader.load(source, Diagnostics(source: source)))
    let written = SyntaxText.text(of: tree)
    #expect(written.contains(#""a\u009b\u2028b": serial"#))
    #expect(mistakes(written).isEmpty)
  }

  @Test func everySeedIsAccepted() throws {
    let largest = try Scenario(
      text: "explore: {seed: 18446744073709551615}\nsteps: []\n", path: "h.gcd.yaml")
    #expect(largest.explore.seed == .max)
    for wrong in ["-1", "18446744073709551616", "x", "1.5", "random"] {
      #expect(
        mistakes("explore: {seed: \(wrong)}\nsteps: []\n") == [
          "1:17 \"seed\" cannot be \"\(wrong)\"; it takes a decimal number from 0 to 18446744073709551615"
        ])
    }
  }

  @Test func aSemaphoreAtItsLimitIsMisusedNotOurEnd() throws {
    let text = "semaphores: {s: 9223372036854775807}\nsteps: [{signal: s}]\n"
    let found = try findings(text)
    #expect(found.map(\.code) == ["GCD206"])
    #expect(
      found.first?.message == "semaphore \"s\" is signalled beyond the largest value that it can have")
    let twin = "semaphores: {s: 9223372036854775806}\nsteps: [{signal: s}, {wait: s}]\n"
    #expect(try findings(twin).isEmpty)
  }

  // MARK: Threads and waiting

  private func threads(_ first: String, _ second: String, _ third: String, _ fourth: String) -> String {
    """
    queues: {a: serial, b: serial}
    threads:
      second:
        - {sync: \(third), do: [{sync: \(fourth), do: [{print: x}]}]}
    steps:
      - {sync: \(first), do: [{sync: \(second), do: [{print: y}]}]}

    """
  }

  @Test func threadsMeetTheBody() throws {
    #expect(try findings(threads("a", "b", "b", "a")).map(\.code) == ["GCD102"])
    #expect(try findings(threads("a", "b", "a", "b")).isEmpty)
  }

  @Test func theBodyWaitsForItsThreads() throws {
    let stuck = "semaphores: {s: 0}\nthreads: {second: [{wait: s}]}\n"
    #expect(try findings(stuck).map(\.code) == ["GCD103"])
    #expect(try findings(stuck + "steps: [{signal: s}]\n").isEmpty)
  }

  @Test func asyncAndWaitIsThatOfDispatch() throws {
    let own =
      "queues: {a: serial}\nsteps: [{async: a, and-wait: true, do: [{async: a, and-wait: true, do: []}]}]\n"
    #expect(try findings(own).map(\.code) == ["GCD101"])
    let twin = "queues: {a: serial}\nsteps: [{async: a, and-wait: true, do: [{async: a, do: []}]}]\n"
    #expect(try findings(twin).isEmpty)
    let grouped = "groups: [g]\nsteps: [{async: global, and-wait: true, group: g, do: []}]\n"
    #expect(
      mistakes(grouped).first?.hasSuffix("\"and-wait\" takes no \"group\"; leave one of the two out") == true)
  }
}
