// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Files by their names, which are the kernel's: others may change one between two calls.
struct NamedFiles {
  let engine: Engine

  /// Before a name is made, removed, or given to another file.
  func change(_ name: UnsafePointer<CChar>, _ site: CallSite) {
    _ = engine.step(Operation(.changeFiles, file(name, site)), site)
  }

  /// Before a file is looked for. A step only where another task can continue, so that a program that has one
  /// task, or none that is ready, makes as many steps as if it did not look.
  func look(for name: UnsafePointer<CChar>, _ site: CallSite) {
    let path = NamedFiles.hash(of: name, onlyLast: false)
    // A loop that looks for one file again and again waits for it, as one that reads a clock does.
    let isSame = engine.pointee.polling.lookedFor == path
    let reads = engine.pointee.polling.clockReads &+ (isSame ? NamedFiles.readsPerLook : 0)
    engine.pointee.polling.lookedFor = path
    if engine.pointee.world.core.enabled.count > 1 {
      _ = engine.step(Operation(.lookForFile, file(name, site)), site)
    }
    engine.pointee.polling.clockReads = reads
    if reads >= VirtualClock.readsBeforeYield { engine.pollingYield() }
  }

  private static let readsPerLook = VirtualClock.readsBeforeYield / IdleRule.questionsBeforeYield + 1

  /// The object of all files of a name, in whatever folder: paths to one file may differ.
  private func file(_ name: UnsafePointer<CChar>, _ site: CallSite) -> ObjectID {
    let address = UnsafeMutableRawPointer(
      bitPattern: NamedFiles.firstAddress | NamedFiles.hash(of: name, onlyLast: true))!
    let known = engine.findKnown(address)
    if known != .none { return known }
    let object = engine.pointee.world.makeNamedFile(creator: engine.pointee.current)
    engine.register(address, object, site, pinned: false)
    engine.pointee.descriptors.sorts.append(GCDC_DESCRIPTOR_FILE)
    return object
  }

  /// No address on these processors has this bit, nor has the number of a descriptor.
  private static let firstAddress: UInt = 1 << 61

  /// Of a path, or of its last part.
  private static func hash(of path: UnsafePointer<CChar>, onlyLast: Bool) -> UInt {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    var hash: UInt = 0
    var byte = path
    while byte.pointee != 0 {
      // A slash at the end belongs to what it follows.
      if onlyLast, byte.pointee == slash, byte[1] != 0 {
        hash = 0
      } else if byte.pointee != slash || byte[1] != 0 {
        hash = (hash ^ UInt(UInt8(bitPattern: byte.pointee))) &* 0x100_0000_01b3 &+ 1
      }
      byte += 1
    }
    return hash & (firstAddress - 1)
  }
}
#endif
