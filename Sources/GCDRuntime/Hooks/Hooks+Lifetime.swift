// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Suspend, resume, activate and the last external release.
extension gcdc_hooks {
  mutating func installLifetime() {
    suspend = { object, site in theEngine.changeState(.suspend, object, site) }
    resume = { object, site in theEngine.changeState(.resume, object, site) }
    activate = { object, site in theEngine.changeState(.activate, object, site) }
    last_release = { object, site in theEngine.lastRelease(object, site) }
    resurrected = { object, site in
      let engine = theEngine
      let modelled = engine.findKnown(object)
      if modelled.hasReferences { engine.fault(.resurrection, modelled, site) }
    }
  }
}

extension Engine {
  fileprivate func changeState(
    _ kind: OperationKind, _ object: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    guard let object else { return false }
    if timeout(object) != nil { return true }
    let modelled = find(object)
    // No effect on global and main queues, groups and semaphores, as in the real library.
    guard modelled.kind == .queue || modelled.kind == .source else { return modelled != .none }
    if modelled.kind == .queue {
      if modelled == state.pointee.world.mainQueue || state.pointee.world.isGlobal(modelled) { return true }
      // The real queue is idle, so activating it starts nothing; left inactive, its last release would trap.
      if kind == .activate { gcdc_real_activate(object) }
    }
    _ = step(Operation(kind, modelled), site)
    return true
  }

  fileprivate func lastRelease(_ object: UnsafeMutableRawPointer?, _ site: CallSite) {
    guard let object else { return }
    let modelled = findKnown(object)
    if modelled == .none { return }
    if modelled.hasReferences, gcdc_external_count(object) < 0 { fault(.overRelease, modelled, site) }
    noteRelease(of: modelled)
    let misuse = state.pointee.world.releaseCheck(modelled)
    if misuse != .none { fault(misuse, modelled, site) }
    state.pointee.records.find(modelled)?.pointee.isReleased = true
    let kind = modelled.kind
    if kind == .source { sourceReleased(object, modelled, site) }
    // At the end of these nothing is left to be done.
    let hasNoEnd = (kind == .semaphore || kind == .group) && !gcdc_has_context(object)
    if !hasNoEnd { state.pointee.world.releaseExternally(modelled) }
    if state.pointee.world.core.expired.count > 0 { finalizeExpired() }
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
