// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How many choices a run had made when it was a quarter to a half as long: what a run without end has
/// repeated since then came of these, and needs no unfair ones among the later.
struct ChoiceMarks {
  private var last = (steps: 0, choices: 0)
  private var earlier = (steps: 0, choices: 0)

  /// Nil for a run that was not looked at so often.
  var choicesAtHalf: Int? { earlier.steps > 0 ? earlier.choices : nil }

  /// Called each `LivelockRule.stepsPerPoll` steps.
  mutating func note(steps: Int, choices: Int) {
    if steps < 2 &* last.steps || steps == 0 { return }
    earlier = last
    last = (steps, choices)
  }
}
