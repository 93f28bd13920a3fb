// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Setters of workloops: before activation only, and the processor share after the priority.
extension gcdc_hooks {
  mutating func installWorkloops() {
    workloop_property = { workloop, property, site in
      let engine = theEngine
      let object = engine.queue(workloop)
      if !engine.pointee.world.isInactive(object) {
        engine.fault(.propertyAfterActivation, object, site)
      }
      switch Int(property) {
      case GCDC_WORKLOOP_PRIORITY: engine.pointee.run.workloopsWithPriority.append(object)
      case GCDC_WORKLOOP_SHARE where !engine.pointee.run.workloopsWithPriority.contains(object):
        engine.fault(.workloopPriorityMissing, object, site)
      default: break
      }
    }
  }
}
#endif
