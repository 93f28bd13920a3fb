// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Everything in a scenario file that runs: names are resolved to indices, so that running looks nothing up.
struct Program: Sendable {
  var queues: [QueueDeclaration] = []
  /// Indices of `queues` such that a target comes before the queues that target it.
  var queueOrder: [Int] = []
  var groups: [NamedDeclaration] = []
  var semaphores: [NumberDeclaration] = []
  var variables: [NumberDeclaration] = []
  var onceTokens: [NamedDeclaration] = []
  var timers: [TimerDeclaration] = []
  var items: [ItemDeclaration] = []
  var blocks: [StepsDeclaration] = []
  var threads: [StepsDeclaration] = []
  var steps: [Step] = []
  /// How many names `read … as` introduces in the whole file: the size of a block's locals.
  var localCount = 0
  /// Steps that need `dispatch_async_and_wait`, which not every platform has.
  var waiters: [SourcePosition] = []
}

/// A queue of the scenario. The first two of every scenario are `main` and `global`.
struct QueueDeclaration: Sendable {
  enum Origin: Sendable { case main, global, created }

  let name: String
  let position: SourcePosition
  var origin = Origin.created
  var isConcurrent = false
  var isInactive = false
  var qos = QualityOfService.unspecified
  /// Index of the queue that it targets; nil: the default. Targets form no circle.
  var target: Int?
}

/// A group, a once token or anything else that has only a name.
struct NamedDeclaration: Sendable {
  let name: String
  let position: SourcePosition
}

/// A semaphore or a variable with the number that it begins with.
struct NumberDeclaration: Sendable {
  let name: String
  let position: SourcePosition
  let value: Int
}

/// A timer source; it fires once it has been resumed or activated.
struct TimerDeclaration: Sendable {
  let name: String
  let position: SourcePosition
  /// Time from the start of the schedule to the first call.
  var first: VirtualDuration
  /// Time between calls; nil: one call.
  var every: Int?
  var leeway: Int
  var wall: Bool
  var queue: Int
  var handler: Block
  /// Runs once after `cancel`; nil: no cancel handler is set.
  var cancelHandler: [Step]?
}

/// A DispatchWorkItem.
struct ItemDeclaration: Sendable {
  let name: String
  let position: SourcePosition
  var block: Block
  var barrier: Bool
  var qos: QualityOfService
}

/// Steps with a name: an entry of `blocks:` or `threads:`.
struct StepsDeclaration: Sendable {
  let name: String
  let position: SourcePosition
  let steps: [Step]
}
