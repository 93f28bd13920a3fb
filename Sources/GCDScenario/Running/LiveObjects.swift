// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The real objects of one schedule, by the indices of the program's declarations.
///
/// They are kept to the end of the schedule, so that what is left suspended or entered is known; only
/// `drop` lets go of one earlier. Sendable although it is mutable: all tasks of a schedule run on one thread.
final class LiveObjects: @unchecked Sendable {
  /// nil once the object has been dropped.
  var queues: [DispatchQueue?] = []
  var groups: [DispatchGroup?] = []
  var semaphores: [DispatchSemaphore?] = []
  var timers: [(any DispatchSourceTimer)?] = []
  var items: [DispatchWorkItem?] = []
  var onceTokens: [OnceToken] = []
  var variables: [Int] = []
  /// Origin of `elapsed`.
  let start = DispatchTime.now()

  init(_ program: Program, _ runtime: RuntimeCalls, file: Int) {
    makeQueues(program, runtime, file)
    for group in program.groups {
      runtime.at(file, group.position.line, group.position.column)
      groups.append(DispatchGroup())
      runtime.nameLastObject(group.name)
    }
    for semaphore in program.semaphores {
      runtime.at(file, semaphore.position.line, semaphore.position.column)
      semaphores.append(DispatchSemaphore(value: semaphore.value))
      runtime.nameLastObject(semaphore.name)
    }
    for (index, variable) in program.variables.enumerated() {
      variables.append(variable.value)
      runtime.nameVariable(index, variable.name)
    }
    onceTokens = program.onceTokens.map { _ in OnceToken() }
  }

  private func makeQueues(_ program: Program, _ runtime: RuntimeCalls, _ file: Int) {
    queues = Array(repeating: nil, count: program.queues.count)
    for index in program.queueOrder {
      let declaration = program.queues[index]
      switch declaration.origin {
      case .main: queues[index] = .main
      case .global: queues[index] = .global()
      case .created:
        runtime.at(file, declaration.position.line, declaration.position.column)
        var attributes: DispatchQueue.Attributes = []
        if declaration.isConcurrent { attributes.insert(.concurrent) }
        if declaration.isInactive { attributes.insert(.initiallyInactive) }
        queues[index] = DispatchQueue(
          label: declaration.name, qos: declaration.qos.dispatch, attributes: attributes,
          target: declaration.target.flatMap { queues[$0] })
      }
    }
  }

  /// Lets go of everything, outside control, after the schedule.
  ///
  /// The runtime keeps what a schedule did to an object apart from the real object, which is as it was made:
  /// idle, not suspended, a semaphore at its first value. Only what was made inactive would trap on its last
  /// release.
  func retire() {
    for timer in timers {
      timer?.cancel()
      timer?.activate()
    }
    // A target is activated before the queues that target it, as in the order of declaration.
    for queue in queues { queue?.activate() }
    for token in onceTokens { token.discard() }
    queues = []
    groups = []
    semaphores = []
    timers = []
    items = []
    onceTokens = []
  }
}

extension QualityOfService {
  var dispatch: DispatchQoS {
    switch self {
    case .unspecified: .unspecified
    case .background: .background
    case .utility: .utility
    case .default: .default
    case .userInitiated: .userInitiated
    case .userInteractive: .userInteractive
    }
  }
}
