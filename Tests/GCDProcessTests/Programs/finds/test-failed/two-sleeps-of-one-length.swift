// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A limit and the work that it limits are due at the same moment.
@MainActor final class Attempt {
  private(set) var said: [String] = []
  func say(_ word: String) { said.append(word) }
}

let attempt = Attempt()
let work = Task {
  try? await Task.sleep(for: .seconds(1))
  attempt.say("done")
}
let limit = Task {
  try? await Task.sleep(for: .seconds(1))
  attempt.say("late")
}
await work.value
await limit.value
guard attempt.said.first == "done" else { fatalError("the limit came first") }

// says: first the task made at two-sleeps-of-one-length.swift:10 enters main actor
