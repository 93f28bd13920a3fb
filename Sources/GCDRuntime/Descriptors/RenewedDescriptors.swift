// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import Glibc

/// The descriptors of a process that is to be copied, by which the engine knows pipes and what sources watch:
/// in a copy they are under the same numbers, but pipes are others.
struct RenewedDescriptors {
  private let engine: Engine
  /// Pipes that no other process has.
  private var pipes: [Int32] = []
  /// Entries of `watched` whose descriptor is still what their source watches.
  private var watched: [Int] = []

  /// Notes what is open; called before the process is copied.
  init(_ engine: Engine) {
    self.engine = engine
    for index in engine.pointee.descriptors.watched.indices {
      var entry = engine.pointee.descriptors.watched[index]
      if entry.isKnown, !entry.isClosed, gcdc_watched_is_there(&entry.watched) { watched.append(index) }
    }
    let inodes = engine.pointee.descriptors.privateInodes
    if inodes.isEmpty { return }
    for descriptor in 0..<RenewedDescriptors.most {
      var inode: UInt64 = 0
      if gcdc_kind_of_descriptor(descriptor, &inode) == GCDC_DESCRIPTOR_PIPE, inodes.contains(inode) {
        pipes.append(descriptor)
      }
    }
  }

  /// The usual limit of open files: the numbers of pipes are below it but for programs that have thousands.
  private static let most: Int32 = 1_024

  /// Knows them by what they are now; called in the copy.
  func renew() {
    for descriptor in pipes {
      var inode: UInt64 = 0
      _ = gcdc_kind_of_descriptor(descriptor, &inode)
      engine.pointee.descriptors.privateInodes.insert(inode)
    }
    for index in watched { gcdc_watched_renew(&engine.pointee.descriptors.watched[index].watched) }
  }
}
#endif
