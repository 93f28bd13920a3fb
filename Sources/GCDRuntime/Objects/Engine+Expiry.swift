// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// The end of objects: finalizers and destructors run inside the run (Libdispatch.md 2.4 "Finalizer").
///
/// The real object stays pinned, without its finalizer, until the run is over: its last internal reference
/// then goes without starting a thread.
extension Engine {
  /// Submits the finalizers of all objects that nothing refers to any more. Such a submission is no
  /// scheduling point, what it submits is.
  @inline(never)
  func finalizeExpired() {
    while true {
      let object = pointee.world.takeExpired()
      if object == .none { return }
      if let address = address(of: object) { finalize(object, address) }
      pointee.world.bury(object)
    }
  }

  private func finalize(_ object: ObjectID, _ address: UnsafeMutableRawPointer) {
    if !pointee.specifics.isEmpty {
      for value in pointee.specifics.take(of: address) { destroy(value, of: object) }
    }
    var context: UnsafeMutableRawPointer?
    guard let finalizer = gcdc_take_finalizer(address, &context) else { return }
    var target = pointee.world.target(of: object)
    if target == .none { target = queue(object.kind == .queue ? nil : gcdc_object_target(address)) }
    submit(finalizer, context, of: object, on: target)
  }

  /// Destructors of queue-specific values run on the default global queue.
  func destroy(_ value: Specifics.Value, of object: ObjectID) {
    submit(value.destructor, value.value, of: object, on: queue(nil))
  }

  private func submit(
    _ function: CFunction, _ context: UnsafeMutableRawPointer?, of object: ObjectID, on queue: ObjectID
  ) {
    if pointee.tasks.count != pointee.world.taskTotal { prepareHandlers() }
    noteUseOfEverything()
    let task = pointee.world.submitFinalizer(
      of: object, on: queue, ordinal: UInt64(pointee.run.finalizersSubmitted))
    pointee.run.finalizersSubmitted &+= 1
    prepareHandlers()
    let record = pointee.tasks[task]
    record.pointee.work = gcdc_work(function: function, context: context, flags: 0, reserved: 0)
    if let made = pointee.records.find(object) {
      record.pointee.submission = made.pointee.site
      record.pointee.submissionStack = made.pointee.stack
    }
  }
}
#endif
