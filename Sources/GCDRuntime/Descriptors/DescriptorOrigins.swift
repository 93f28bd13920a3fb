// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Where descriptors and processes are made.
extension DescriptorWaits {
  /// A call that returns to `site` has made both ends of something; -1 where there is no second one.
  func noteMade(_ first: Int32, _ second: Int32, _ site: CallSite) {
    let ends = [first, second].filter { $0 >= 0 }.map { end in
      // One that had this number may have been closed by a call that is not seen.
      descriptorCloses(end)
      return descriptor(end, site)
    }
    engine.pointee.descriptors.made.formUnion(ends)
    guard ends.count == 2 else { return }
    engine.pointee.descriptors.otherEnds[ends[0]] = ends[1]
    engine.pointee.descriptors.otherEnds[ends[1]] = ends[0]
  }

  /// All processes that are waited for are one object: it has a place where the program has made one process.
  func noteProcess(_ site: CallSite) {
    engine.pointee.descriptors.processes += 1
    let object = systemObject(GCDC_DESCRIPTOR_PROCESS, awaitedBy: .waitForProcess, site)
    if engine.pointee.descriptors.processes == 1, site != nil {
      engine.pointee.descriptors.made.insert(object)
    } else {
      engine.pointee.descriptors.made.remove(object)
    }
  }

  /// Whether this process still has the other end of a descriptor, which is the end to which one writes or
  /// the one from which one reads.
  func hasOtherEnd(of object: ObjectID, isWriter: Bool) -> Bool {
    if let other = engine.pointee.descriptors.otherEnds[object], isOpen(other) { return true }
    guard let number = number(of: object) else { return false }
    return gcdc_other_end_is_here(number, isWriter)
  }

  private func isOpen(_ object: ObjectID) -> Bool {
    guard let record = engine.pointee.records.find(object) else { return false }
    return engine.pointee.objects.find(record.pointee.address) == object
  }

  /// Nil for what has no descriptor.
  private func number(of object: ObjectID) -> Int32? {
    guard let record = engine.pointee.records.find(object),
      let number = Int32(exactly: record.pointee.address & ~(1 << 62))
    else { return nil }
    return number
  }
}
#endif
