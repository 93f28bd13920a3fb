// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Suspend, resume, activate and the last external release.
extension gcdc_hooks {
  mutating func installLifetime() {
    suspend = { object, site in hooks.changeState(.suspend, object, site) }
    resume = { object, site in hooks.changeState(.resume, object, site) }
    activate = { object, site in hooks.changeState(.activate, object, site) }
    last_release = { object, site in hooks.lastRelease(object, site) }
    resurrected = { object, site in
      let engine = theEngine
      let modelled = engine.findKnown(object)
      if modelled.hasReferences { engine.fault(.resurrection, modelled, site) }
    }
  }
}

private var hooks: LifetimeHooks { LifetimeHooks(engine: theEngine) }

struct LifetimeHooks {
  let engine: Engine

  fileprivate func changeState(
    _ kind: OperationKind, _ object: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    guard let object else { return false }
    if RunLoops(engine: engine).timeout(object) != nil { return true }
    let modelled = engine.find(object)
    // No effect on global and main queues, groups and semaphores, as in the real library.
    guard modelled.kind == .queue || modelled.kind == .source else { return modelled != .none }
    if modelled.kind == .queue {
      if modelled == engine.pointee.world.mainQueue || engine.pointee.world.isGlobal(modelled) { return true }
      // The real queue is idle, so activating it starts nothing; left inactive, its last release would trap.
      if kind == .activate { gcdc_real_activate(object) }
    }
    _ = engine.release(Operation(kind, modelled), site)
    return true
  }

  fileprivate func lastRelease(_ object: UnsafeMutableRawPointer?, _ site: CallSite) {
    guard let object else { return }
    let modelled = engine.findKnown(object)
    if modelled == .none { return }
    if modelled.hasReferences, gcdc_external_count(object) < 0 { engine.fault(.overRelease, modelled, site) }
    engine.noteRelease(of: modelled)
    let misuse = engine.pointee.world.releaseCheck(modelled)
    if misuse != .none { engine.fault(misuse, modelled, site) }
    engine.pointee.records.find(modelled)?.pointee.isReleased = true
    let kind = modelled.kind
    if kind == .source { SourceHooks(engine: engine).sourceReleased(object, modelled, site) }
    // At the end of these nothing is left to be done.
    let hasNoEnd = (kind == .semaphore || kind == .group) && !gcdc_has_context(object)
    if !hasNoEnd { engine.pointee.world.releaseExternally(modelled) }
    if engine.pointee.world.core.expired.count > 0 { engine.finalizeExpired() }
  }
}

extension ObjectID {
  /// Represents a real dispatch object, which counts its references.
  fileprivate var hasReferences: Bool {
    switch kind {
    case .queue, .source, .group, .semaphore: true
    default: false
    }
  }
}
#endif
