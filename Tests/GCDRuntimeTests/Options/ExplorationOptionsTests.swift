// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule
import Testing

@testable import GCDRuntime

@Suite struct ExplorationOptionsTests {
  @Test func theSeedOfATestDependsOnItsIDAlone() {
    let first = ExplorationOptions(testID: "AppTests.CacheTests/testReload").effectiveSeed
    #expect(first == seedOfTest("AppTests.CacheTests/testReload"))
    #expect(first == 3_184_596_650)
    #expect(first != ExplorationOptions(testID: "AppTests.CacheTests/testReload#2").effectiveSeed)
    #expect(ExplorationOptions(seed: 7, testID: "x").effectiveSeed == 7)
  }

  /// By these words a report knows which schedules to say more of than their number.
  @Test func reportsKnowTheBaselineOrder() {
    #expect(Strategy.baseline.words == FindingOrigin.baselineOrder)
  }

  @Test(arguments: [
    ("1ms", 1_000_000), ("1.5s", 1_500_000_000), ("5ns", 5), ("250us", 250_000), ("2m", 120_000_000_000),
    ("0", 0), ("0s", 0), ("2min", 120_000_000_000), ("1 s", 1_000_000_000),
  ])
  func durationsAreReadInNanoseconds(text: String, nanoseconds: Int64) {
    #expect(parseDuration(text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: ["", "1", "s", "1  s", "-1s", "1.2.3s", "1d", "1e3s", "99999999h"])
  func otherTextIsNoDuration(text: String) { #expect(parseDuration(text) == nil) }

  @Test func durationsBecomeWholeNanoseconds() {
    #expect(ExplorationOptions().skewNanoseconds == 1_000_000)
    #expect(ExplorationOptions().settleNanoseconds == 60_000_000_000)
    #expect(ExplorationOptions(skew: .seconds(-1)).skewNanoseconds == 0)
    #expect(ExplorationOptions(settle: .seconds(Int64.max)).settleNanoseconds == .max)
  }

  @Test func everyChoiceReadsWhatItWrites() {
    for width: PoolWidth in [.unbounded, .darwin, .linux(cpus: 4)] { #expect(PoolWidth("\(width)") == width) }
    for allowance in [Allowance.leftSuspended("a:b"), .any(.dataRace), .sourceDropped("F.swift:3")] {
      #expect(Allowance("\(allowance)") == allowance)
    }
  }

  @Test func anAllowanceCoversItsObjectOnly() {
    let allowance = Allowance.leftSuspended("com.acme.log")
    #expect(allowance.covers(.leftSuspended, object: "com.acme.log"))
    #expect(!allowance.covers(.leftSuspended, object: "com.acme.net"))
    #expect(!allowance.covers(.sourceDropped, object: "com.acme.log"))
    #expect(Allowance.any(.leftSuspended).covers(.leftSuspended, object: nil))
  }
}
