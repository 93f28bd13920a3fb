// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

// Each task counts what it makes, by kind: first the kinds of tasks, then those of objects. The slot of a
// kind is part of every stable id and so of every token: raw values are never reordered.

/// How many counters a task has: as many as there are kinds, rounded up to a power of two.
let creationSlots = 32

extension TaskKind {
  /// The counter of this kind.
  var creationSlot: Int { Int(rawValue) }
}

extension ObjectKind {
  /// The counter of this kind; that of `none` would be the one of the last kind of task.
  var creationSlot: Int { Int(TaskKind.asyncAndWait.rawValue) + Int(rawValue) }
}
