// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// One thread stands still between two operations while another one goes a long way.
  static let stalls = [
    generationWraps(8, stalls: 1), generationWraps(16, stalls: 1), generationWraps(4, stalls: 2), lostBatch,
    settingsAfterPrefix(8), settingsAfterPrefix(20),
  ]

  private static func generationWraps(_ size: Int, stalls: Int) -> DefectProgram {
    DefectProgram(
      stalls == 1 ? "generation_wraps_\(size)" : "generation_wraps_\(size)_twice", .assertion,
      depth: 2 * stalls, threads: 2,
      "a generation of few bits comes round to its old value while a thread stands before its exchange"
    ) { isFixed in
      // The modulus of the corrected form is never reached.
      let modulus = isFixed ? 1_000 : size
      let changes = QueueVariable(0)
      let mistakes = Variable(0)
      runTogether(2) { task in
        if task == 1 {
          for _ in 0..<size * stalls { changes.update { $0 += 1 } }
        } else {
          for _ in 0..<stalls {
            let seen = changes.read()
            changes.update { now in
              if now != seen, now % modulus == seen % modulus { mistakes.value += 1 }
            }
          }
        }
      }
      try require(mistakes.value < stalls, "an exchange took another generation for its own")
    }
  }

  private static let lostBatch = DefectProgram(
    "lost_batch", .assertion, depth: 2, threads: 2,
    "a collector asks for the count and clears the list later, when all items have come in between"
  ) { isFixed in
    let queue = DispatchQueue(label: "list")
    let (items, collected) = (Variable(0), Variable(0))
    runTogether(2) { task in
      if task == 1 {
        for _ in 0..<10 { queue.sync { items.value += 1 } }
      } else {
        let count = queue.sync { items.value }
        queue.sync {
          collected.value += isFixed ? items.value : count
          items.value = 0
        }
      }
    }
    try require(items.value + collected.value > 0, "every item is lost")
  }

  private static func settingsAfterPrefix(_ length: Int) -> DefectProgram {
    DefectProgram(
      "settings_after_\(length)_steps", .assertion, depth: 1, threads: 2,
      "settings are taken for stored by a task that has so many steps before it looks at them"
    ) { isFixed in
      let (settings, progress) = (QueueVariable(false), QueueVariable(0))
      let isStored = DispatchSemaphore(value: 0)
      let verdict = Verdict()
      runTogether(2) { task in
        if task == 0 {
          settings.write(true)
          isStored.signal()
        } else {
          if isFixed { isStored.wait() }
          for _ in 0..<length { progress.update { $0 += 1 } }
          verdict.require(settings.read(), "the settings are not there yet")
        }
      }
      try verdict.check()
    }
  }
}
