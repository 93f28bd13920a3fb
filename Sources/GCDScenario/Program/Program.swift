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
