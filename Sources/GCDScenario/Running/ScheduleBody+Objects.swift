// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Objects by reference. A dropped object is a failure of the schedule and the step does nothing.
extension ScheduleBody {
  func queue(_ reference: Reference) -> DispatchQueue? {
    objects.queues[reference.index] ?? fail(reference)
  }

  func group(_ reference: Reference) -> DispatchGroup? {
    objects.groups[reference.index] ?? fail(reference)
  }

  func semaphore(_ reference: Reference) -> DispatchSemaphore? {
    objects.semaphores[reference.index] ?? fail(reference)
  }

  func timer(_ reference: Reference) -> (any DispatchSourceTimer)? {
    objects.timers[reference.index] ?? fail(reference)
  }

  func item(_ reference: Reference) -> DispatchWorkItem? {
    objects.items[reference.index] ?? fail(reference)
  }

  /// Whatever can be suspended and resumed.
  func object(_ reference: Reference) -> (any Suspendable)? {
    switch reference.kind {
    case .queue: queue(reference)
    case .group: group(reference)
    case .semaphore: semaphore(reference)
    default: timer(reference).map { SuspendableTimer(timer: $0) }
    }
  }

  /// Whatever can be waited for.
  func awaited(_ reference: Reference) -> (any Awaitable)? {
    switch reference.kind {
    case .group: group(reference)
    case .semaphore: semaphore(reference)
    default: item(reference)
    }
  }

  /// Lets go of the only reference that the scenario has.
  func drop(_ reference: Reference) {
    switch reference.kind {
    case .queue: if queue(reference) != nil { objects.queues[reference.index] = nil }
    case .group: if group(reference) != nil { objects.groups[reference.index] = nil }
    case .semaphore: if semaphore(reference) != nil { objects.semaphores[reference.index] = nil }
    case .timer: if timer(reference) != nil { objects.timers[reference.index] = nil }
    default: if item(reference) != nil { objects.items[reference.index] = nil }
    }
  }

  private func fail<Object>(_ reference: Reference) -> Object? {
    runtime.fail("\"\(reference.name)\" is used after it was dropped")
    return nil
  }
}

/// What `suspend`, `resume` and `activate` apply to.
protocol Suspendable {
  func suspend()
  func resume()
  func activate()
}

extension DispatchQueue: Suspendable {}
extension DispatchGroup: Suspendable {}
extension DispatchSemaphore: Suspendable {}

/// A protocol cannot conform to a protocol, so a timer is wrapped.
struct SuspendableTimer: Suspendable {
  let timer: any DispatchSourceTimer

  func suspend() { timer.suspend() }
  func resume() { timer.resume() }
  func activate() { timer.activate() }
}

/// What `wait` applies to.
protocol Awaitable {
  func wait(timeout: DispatchTime) -> DispatchTimeoutResult
  func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult
}

extension DispatchGroup: Awaitable {}
extension DispatchSemaphore: Awaitable {}
extension DispatchWorkItem: Awaitable {}
