// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// What the real library refuses when a queue is made or a property is set; the real call goes ahead where
/// nothing speaks against it.
struct PropertyChecks {
  let engine: Engine

  func checkAttributes(
    _ attributes: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    switch gcdc_attribute_state_of(attributes) {
    case GCDC_ATTRIBUTE_INVALID: engine.fault(.invalidQueueAttribute, .none, site)
    case GCDC_ATTRIBUTE_OVERCOMMIT:
      guard let target, gcdc_object_kind_of(target) != GCDC_OBJECT_GLOBAL_QUEUE else { return }
      engine.fault(.overcommitWithTarget, engine.queue(target), site)
    default: break
    }
  }

  func checkProperty(_ object: UnsafeMutableRawPointer?, _ property: Int, _ site: CallSite) {
    guard let object else { return }
    let modelled = engine.find(object)
    switch property {
    case GCDC_PROPERTY_LABEL:
      if modelled.kind == .queue, gcdc_queue_facts_of(object).owns_label {
        engine.fault(.labelAfterCreation, modelled, site)
      }
    case GCDC_PROPERTY_SPECIFIC:
      if modelled.kind == .source { engine.fault(.specificOnUnsupportedObject, modelled, site) }
    default:
      if modelled.kind == .queue || modelled.kind == .source,
        !engine.pointee.world.isInactive(modelled)
      {
        engine.fault(.propertyAfterActivation, modelled, site)
      }
    }
  }

  /// A negative width would make the real library start threads; widths have no effect here.
  func setWidth(_ object: UnsafeMutableRawPointer?, _ width: Int, _ site: CallSite) -> Bool {
    let queue = engine.find(object)
    if queue.kind == .queue, queue != engine.pointee.world.mainQueue, engine.pointee.world.isSerial(queue) {
      engine.fault(.widthOfSerialQueue, queue, site)
    }
    return width < 0
  }
}
#endif
