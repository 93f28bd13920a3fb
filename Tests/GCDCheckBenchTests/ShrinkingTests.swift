// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Testing

@testable import gcdcheck_bench

/// Schedules of programs with many tasks, or with few that go to and fro, become small as well.
@Suite struct ShrinkingTests {
  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  @Test(arguments: [
    "reorder_10", "reorder_20", "reorder_50", "twostage_20", "twostage_50", "two_stragglers_of_20",
    "straggler_30", "backwards_3_way_3_crowd_20", "CVE-2011-2183", "token_ring",
  ])
  func aSchedulePeopleCanFollowIsLeft(_ name: String) throws {
    let program = try #require(DefectProgram.all.first { $0.name == name })
    let shrunk = try #require(ShrunkDefect(program, .auto, seed: 3, schedules: 10_000))
    #expect(shrunk.before > 3 && shrunk.after <= 3 && shrunk.runs <= 300)
  }
  #endif
}
