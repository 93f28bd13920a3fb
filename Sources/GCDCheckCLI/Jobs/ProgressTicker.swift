// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Says when it is time to tell something, and looks at the clock for few of the questions where they come
/// fast: most schedules take less time than reading it would be worth.
struct ProgressTicker {
  private let interval: Duration
  private var last = ContinuousClock.now
  private var questions = 0
  /// Questions from one look at the clock to the next.
  private var stride = 1

  init(every interval: Duration) { self.interval = interval }

  /// True when `interval` is over since it was true last.
  var isDue: Bool {
    mutating get {
      questions += 1
      if questions < stride { return false }
      questions = 0
      let passed = .now - last
      // Doubled as long as many more looks than one would fit into the interval.
      if passed < interval {
        if passed < interval / 8, stride < 64 { stride *= 2 }
        return false
      }
      if passed > interval * 2 { stride = 1 }
      last = .now
      return true
    }
  }
}
