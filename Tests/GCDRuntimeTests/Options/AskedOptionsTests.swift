// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDRuntime

@Suite struct AskedOptionsTests {
  @Test func whatIsNotAskedForIsNil() {
    let asked = AskedOptions()
    #expect(asked.schedules == nil && asked.seed == nil && asked.keepGoing == nil && asked.save == nil)
    #expect(
      asked.applied(to: ExplorationOptions(schedules: 3, seed: 4))
        == ExplorationOptions(schedules: 3, seed: 4))
    #expect(asked.asksAtMost(for: .timeLimit))
  }

  @Test func whatIsAskedForReachesItsPropertyAlone() {
    var asked = AskedOptions()
    asked.maxSteps = 9
    asked.timeLimit = .seconds(2)
    #expect(asked.maxSteps == 9 && asked.timeLimit == .seconds(2) && asked.schedules == nil)
    #expect(
      asked.applied(to: ExplorationOptions()) == ExplorationOptions(maxSteps: 9, timeLimit: .seconds(2)))
    #expect(!asked.asksAtMost(for: .timeLimit))
    asked.maxSteps = nil
    #expect(asked.asksAtMost(for: .timeLimit))
    #expect(asked.applied(to: ExplorationOptions(maxSteps: 5)).maxSteps == 5)
  }

  @Test func theLaterOneWins() {
    var first = AskedOptions()
    first.schedules = 1
    first.strict = true
    var second = AskedOptions()
    second.schedules = 2
    let both = first.overridden(by: second)
    #expect(both.schedules == 2 && both.strict == true)
  }

  @Test func aSeedIsANumberOrDrawn() throws {
    let random = try read("random", for: .seed)
    #expect(random.drawsSeed && random.seed == nil)
    #expect(!random.asksAtMost(for: .timeLimit))
    let number = try read("7", for: .seed)
    #expect(number.seed == 7 && !number.drawsSeed)
    #expect(random.overridden(by: number) == number)
    #expect(number.overridden(by: random).drawsSeed && number.overridden(by: random).seed == nil)
  }

  @Test func aShardIsAPartOrThatOfTheJobEngine() throws {
    let found = try read("auto", for: .shard)
    #expect(found.findsShard && found.shard == nil)
    #expect(!found.asksAtMost(for: .timeLimit))
    #expect(found.asksAtMost(for: .timeLimit, .shard))
    let part = try read("2/5", for: .shard)
    #expect(!part.findsShard)
    #expect(found.overridden(by: part) == part)
    #expect(part.overridden(by: found).findsShard && part.overridden(by: found).shard == nil)
    #expect(!part.asksAtMost(for: .timeLimit) && part.asksAtMost(for: .timeLimit, .shard))
  }

  @Test func allowancesAddUp() throws {
    let both = try read("GCD303", for: .allowing).overridden(by: read("GCD205:log", for: .allowing))
    #expect(both.allowing == [.any(.barrierOnGlobalQueue), .leftSuspended("log")])
  }

  /// Each text is the name of a folder.
  @Test(arguments: ExplorationOption.allCases.filter { $0 != .corpus })
  func aTextThatIsNoValueChangesNothing(_ option: ExplorationOption) {
    var asked = AskedOptions()
    let isRead = asked.read("[", for: option)
    #expect(!isRead)
    #expect(asked == AskedOptions())
  }

  private func read(_ text: String, for option: ExplorationOption) throws -> AskedOptions {
    var asked = AskedOptions()
    let isRead = asked.read(text, for: option)
    try #require(isRead)
    return asked
  }
}
