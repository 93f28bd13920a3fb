// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What a new user sees: slow, since a whole package is built; asked for by `GCDCHECK_SLOW_TESTS=1`, as CI
/// does at night.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GCDCHECK_SLOW_TESTS"] == "1"))
struct ConsumerTests {
  @Test func failuresComeOutOnceInBothFrameworksAndModes() throws {
    let package = try ConsumerPackage(tests: [
      "XCase.swift": Programs.xctest, "Suite.swift": Programs.testing,
    ])
    defer { package.remove() }
    let (output, status) = try package.test()
    #expect(status == 1)
    let lines = output.split(separator: "\n")
    for mode in ["Five", "Six"] {
      for test in ["testBody", "testBlock"] {
        let failure = "XCase.swift:\(test == "testBody" ? 7 : 12): error: XCase.\(test) : "
        let found = lines.filter { $0.contains("\(mode)Tests/\(failure)") }
        #expect(found.count == 1, "\(mode) \(test)")
        #expect(found.first?.contains("error: GCD501 test-failed") ?? false)
      }
      #expect(lines.filter { $0.contains("\(mode)Tests/XCase.swift:22: error: XCase.testAfter") }.count == 1)
      for id in ["XCase/testBody", "XCase/testBlock", "Programs/body()", "Programs/block()"] {
        let replay = lines.filter {
          $0.contains("replay: GCDCHECK_REPLAY=") && $0.contains("\(mode)Tests.\(id)")
        }
        #expect(replay.count == 1, "\(mode) \(id)")
      }
    }
    for (test, place) in [("body()", "7:32"), ("block()", "10:32")] {
      let issue = "✘ Test \(test) recorded an issue at Suite.swift:\(place)"
      #expect(lines.filter { $0.contains(issue) }.count == 2, "\(test)")
    }
    #expect(lines.filter { $0.contains("✘ Test after() recorded an issue at Suite.swift:18") }.count == 2)
    #expect(!output.contains("«unknown»"))
    #expect(lines.filter { $0.contains("gcdcheck: ") && $0.contains("schedules") }.count == 2)
    try replays(package, output)
    try usageErrors(package)
  }

  /// The replay command of a report runs one schedule and finds the same.
  private func replays(_ package: ConsumerPackage, _ output: String) throws {
    let commands = output.split(separator: "\n").filter {
      $0.contains("replay: GCDCHECK_REPLAY=") && $0.contains("SixTests.XCase/testBody")
    }
    let command = try #require(commands.first)
    let setting = try #require(command.split(separator: "=", maxSplits: 1).last)
    let word = try #require(setting.split(separator: " ").first)
    let token = word.trimmingCharacters(in: ["'"])
    let (again, status) = try package.test(
      ["--skip-build", "--filter", "SixTests.XCase/testBody"], environment: ["GCDCHECK_REPLAY": token])
    #expect(status == 1)
    #expect(again.contains("error: GCD501 test-failed"))
    #expect(again.contains("gcdcheck: 1 test, 1 schedule "))
  }

  private func usageErrors(_ package: ConsumerPackage) throws {
    let (output, status) = try package.test(
      ["--skip-build", "--filter", "SixTests.XCase/testClean"], environment: ["GCDCHECK_SEED": "seven"])
    #expect(status != 0)
    #expect(output.contains("gcdcheck: GCDCHECK_SEED holds 'seven', but takes"))
    try takesTheShardOfAJobEngine(package)
  }

  private func takesTheShardOfAJobEngine(_ package: ConsumerPackage) throws {
    func test(_ variables: [String: String]) throws -> (output: String, status: Int32) {
      try package.test(
        ["--skip-build", "--filter", "SixTests.XCase/testClean"],
        environment: variables.merging(["GCDCHECK_SHARD": "auto"]) { $1 })
    }
    let part = try test(["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"])
    #expect(part.status == 0)
    #expect(part.output.contains("gcdcheck: shard 2/3, from CI_NODE_INDEX and CI_NODE_TOTAL of GitLab"))
    #expect(part.output.contains("shard 2/3 alone"))
    let half = try test(["CI_NODE_INDEX": "2"])
    #expect(half.status != 0)
    #expect(half.output.contains("CI_NODE_INDEX is set, but CI_NODE_TOTAL is not"))
  }
}
