// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// What the real library refuses when a queue is made or a property is set; the real call goes ahead where
/// nothing speaks against it.
extension Engine {
  func checkAttributes(
    _ attributes: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    switch gcdc_attribute_state_of(attributes) {
    case GCDC_ATTRIBUTE_INVALID: fault(.invalidQueueAttribute, .none, site)
    case GCDC_ATTRIBUTE_OVERCOMMIT:
      guard let target, gcdc_object_kind_of(target) != GCDC_OBJECT_GLOBAL_QUEUE else { return }
      fault(.overcommitWithTarget, queue(target), site)
    default: break
    }
  }

  func checkProperty(_ object: UnsafeMutableRawPointer?, _ property: Int, _ site: CallSite) {
    guard let object else { return }
    let modelled = find(object)
    switch property {
    case GCDC_PROPERTY_LABEL:
      if modelled.kind == .queue, gcdc_queue_facts_of(object).owns_label {
        fault(.labelAfterCreation, modelled, site)
      }
    case GCDC_PROPERTY_SPECIFIC:
      if modelled.kind == .source { fault(.specificOnUnsupportedObject, modelled, site) }
    default:
      if modelled.kind == .queue || modelled.kind == .source,
        !state.pointee.world.isInactive(modelled)
      {
        fault(.propertyAfterActivation, modelled, site)
      }
    }
  }

  /// A negative width would make the real library start threads; widths have no effect here.
  func setWidth(_ object: UnsafeMutableRawPointer?, _ width: Int, _ site: CallSite) -> Bool {
    let queue = find(object)
    if queue.kind == .queue, queue != state.pointee.world.mainQueue, state.pointee.world.isSerial(queue) {
      fault(.widthOfSerialQueue, queue, site)
    }
    return width < 0
  }
}
#endif
