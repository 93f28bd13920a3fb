// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One step of a scenario and the place of its verb in the file.
struct Step: Sendable {
  let position: SourcePosition
  let action: Action
}

/// What a step does; one case per verb.
indirect enum Action: Sendable {
  case async(queue: Reference, block: Block, SubmitOptions)
  case sync(queue: Reference, block: Block, barrier: Bool)
  case after(VirtualDuration, wall: Bool, queue: Reference, block: Block, SubmitOptions)
  case apply(iterations: Int, block: Block)
  case once(token: Reference, block: Block)
  case notify(Reference, queue: Reference, block: Block, QualityOfService)
  case `repeat`(times: Int, block: Block)
  case either([Branch])
  case `if`(Condition, then: Block, else: Block)
  case enter(Reference)
  case leave(Reference)
  case signal(Reference)
  case wait(Wait)
  case suspend(Reference)
  case resume(Reference)
  case activate(Reference)
  case cancel(Reference)
  case drop(Reference)
  case perform(Reference)
  case retarget(Reference, to: Reference)
  case sleep(nanoseconds: Int)
  case note(String)
  case set(variable: Reference, to: Expression)
  case add(Expression, variable: Reference)
  case read(variable: Reference, slot: Int)
  case assert(Condition, message: String)
  case mustBeOn(Reference, barrier: Bool)
  case mustNotBeOn(Reference)
}

/// The options of `async` and `after`.
struct SubmitOptions: Sendable {
  var barrier = false
  var group: Reference?
  /// Wait for the block, as `dispatch_async_and_wait` does.
  var waits = false
  var qos = QualityOfService.unspecified
}

/// The classes of DispatchQoS, by the names that Swift gives them.
enum QualityOfService: String, Sendable, CaseIterable {
  case unspecified
  case background
  case utility
  case `default` = "default"
  case userInitiated = "user-initiated"
  case userInteractive = "user-interactive"
}

/// One named way of an `either`.
struct Branch: Sendable {
  let name: String
  let position: SourcePosition
  let steps: [Step]
}

/// A wait and what follows from its outcome.
struct Wait: Sendable {
  let object: Reference
  let timeout: VirtualDuration
  let wall: Bool
  let inTime: [Step]
  let timedOut: [Step]
}

/// Steps that are handed to a queue or run in place.
enum Block: Sendable {
  case steps([Step])
  /// The entry of `blocks:` with this index.
  case named(Int)
  /// The work item with this index.
  case item(Int)
}
