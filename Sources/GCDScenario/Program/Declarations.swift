// Licensed under the Apache License, Version 2.0; see LICENSE.

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
