// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDRuntime

@Suite struct ChoiceMarksTests {
  private func marks(steps: Int, choices: (Int) -> Int) -> ChoiceMarks {
    var marks = ChoiceMarks()
    for count in stride(from: 0, through: steps, by: 1_000) {
      marks.note(steps: count, choices: choices(count))
    }
    return marks
  }

  @Test func aShortRunHasNone() { #expect(marks(steps: 1_000) { $0 }.choicesAtHalf == nil) }

  @Test(arguments: [2_000, 5_000, 101_000, 1_000_000]) func theyAreOfAQuarterToAHalf(steps: Int) throws {
    let choices = try #require(marks(steps: steps) { $0 }.choicesAtHalf)
    #expect(choices * 4 >= steps - 4_000 && choices * 2 <= steps)
  }

  /// What was chosen before a loop without choices is all there.
  @Test func choicesBeforeALoopAreKept() {
    #expect(marks(steps: 101_000) { min($0, 16) }.choicesAtHalf == 16)
  }
}
