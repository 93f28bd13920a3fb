// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// Real objects that a run keeps alive or has changed, to be given back when it is over.
///
/// Its arrays are gone through by index: to iterate over one allocates where nothing is optimised.
struct HeldObjects {
  /// Kept alive until the run is over.
  var pins: [UnsafeMutableRawPointer] = []
  /// Real queues that were made inactive: the last release of an inactive queue would trap, and it may come
  /// after the run.
  var inactiveQueues: [UnsafeMutableRawPointer] = []
  /// Real sources, which are always inactive.
  var liveSources: [UnsafeMutableRawPointer] = []
  /// Tokens of lazy globals whose initialisers run now.
  var openOnceTokens: [UnsafeMutableRawPointer] = []

  /// Executors whose addresses are kept from other objects.
  var executors: [UnsafeMutableRawPointer] = []

  /// Makes the last release of every real object legal, before what refers to them is released.
  mutating func makeReleasable() {
    if !inactiveQueues.isEmpty {
      for index in 0..<inactiveQueues.count { gcdc_real_activate(inactiveQueues[index]) }
      inactiveQueues.removeAll(keepingCapacity: true)
    }
    if liveSources.isEmpty { return }
    for index in 0..<liveSources.count { gcdc_retire_source(liveSources[index]) }
    liveSources.removeAll(keepingCapacity: true)
  }

  /// Frees the tokens whose initialisers were abandoned: a later run starts them afresh.
  mutating func reopenOnceTokens() {
    if openOnceTokens.isEmpty { return }
    for token in openOnceTokens {
      // The runtime's token is a flag and, behind it, the word of a lock that names its owner.
      token.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    }
    openOnceTokens.removeAll(keepingCapacity: true)
  }

  /// Releases what was pinned. Objects that the program has released, but that some queue still held when the
  /// run ended, are freed without their finalizers. Only on the carrier.
  mutating func dropPins() {
    for executor in executors { gcdc_free_address(executor) }
    if !executors.isEmpty { executors.removeAll(keepingCapacity: true) }
    if pins.isEmpty { return }
    for index in 0..<pins.count { gcdc_unpin_quietly(pins[index]) }
    pins.removeAll(keepingCapacity: true)
  }
}
#endif
