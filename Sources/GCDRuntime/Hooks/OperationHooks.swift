// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel

/// Foundation's operations: their making, dependencies, additions to a queue, suspension. Noted for the
/// report, and no steps: the locks and blocks by which Foundation brings them about are.
extension gcdc_hooks {
  mutating func installOperations() {
    foundation.depends = { operation, other, site in
      let engine = theEngine
      guard engine.pointee.listeners.has(.stacks) else { return }
      let stack = engine.captureStack()
      engine.pointee.notes.operations.noteDependency(of: operation, on: other, Site(site), stack)
    }
    foundation.made = { operation, site in
      let engine = theEngine
      guard engine.pointee.listeners.has(.stacks) else { return }
      let stack = engine.captureStack()
      engine.pointee.notes.operations.noteMaking(of: operation, Site(site), stack)
    }
    foundation.added = { operations, count, site in
      let engine = theEngine
      guard engine.pointee.listeners.has(.stacks) else { return }
      let stack = engine.captureStack()
      for index in 0..<count {
        engine.pointee.notes.operations.noteAddition(
          of: UnsafeRawPointer(operations[index]), Site(site), stack)
      }
    }
    foundation.queue_suspended = { queue, isSuspended, site in
      let engine = theEngine
      guard engine.pointee.listeners.has(.stacks), isSuspended else { return }
      let stack = engine.captureStack()
      engine.pointee.notes.operations.noteSuspension(of: queue, Site(site), stack)
    }
  }
}
#endif
