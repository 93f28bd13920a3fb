// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The fingerprint of one run, folded step by step: equal runs have equal hashes in every process and build.
///
/// Each step is hashed as a sum of products with fixed odd keys (Carter, Wegman: multilinear hashing), whose
/// factors do not wait for one another, and then folded into the chain.
public struct TraceHash: Sendable, Equatable {
  /// The hash of all steps so far.
  @inlinable public var value: UInt64 { sum }
  @usableFromInline var sum: UInt64

  /// The hash of an empty run.
  @inlinable public static var start: UInt64 { 0x6763_645f_7472_6163 }

  /// The hash of a run without steps.
  @inlinable
  public init() { sum = TraceHash.start }

  /// Folds one executed step in.
  ///
  /// - Parameters:
  ///   - task: the stable id of the task that made the step.
  ///   - operation: what it did.
  ///   - object: the stable id of the object that it did it to; 0 = none.
  ///   - time: virtual nanoseconds.
  ///   - result: what the operation answered; 0 where it answers nothing.
  ///   - enabled: a hash of the tasks that could have made a step instead.
  @inlinable
  public mutating func step(
    task: UInt64, operation: OperationKind, object: UInt64, time: UInt64, result: UInt64, enabled: UInt64
  ) {
    var step = task &* 0x9e37_79b9_7f4a_7c15
    step = step &+ object &* 0xc2b2_ae3d_27d4_eb4f
    step = step &+ time &* 0x1656_67b1_9e37_79f9
    step = step &+ result &* 0x27d4_eb2f_1656_67c5
    step = step &+ enabled &* 0x85eb_ca77_c2b2_ae63
    step = step &+ UInt64(operation.rawValue) &* 0xd6e8_feb8_6659_fd93
    // One round: it is one to one, so that no difference is ever lost, and what follows mixes on.
    let round = (sum ^ step) &* 0xbf58_476d_1ce4_e5b9
    sum = round ^ round >> 32
  }
}
