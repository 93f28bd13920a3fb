// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The conflict pairs of one run: at each object, which step of one task came directly after which of
/// another.
///
/// Plain memory, which the owner frees.
public struct ConflictPairTrail {
  private var objects = ResourceTable()

  public init() {}

  public func free() { objects.free() }

  /// Begins a run.
  public mutating func begin() { objects.removeAll() }

  /// Adds the next step at an object.
  ///
  /// - Parameters:
  ///   - site: the place in the program, as a number.
  /// - Returns: what was done before there, if another task did it.
  public mutating func step(
    _ task: TaskID, _ kind: OperationKind, at object: ObjectID, site: UInt64
  ) -> (site: UInt64, kind: UInt8)? {
    let entry = objects.entry(UInt64(object.rawValue))
    let before = entry.pointee
    // The task in the lower half, above it one more than the kind: never 0.
    entry.pointee.before = UInt64(task.rawValue) | UInt64(kind.rawValue) << 32 | 1 << 40
    entry.pointee.last = site
    if before.before == 0 || UInt32(truncatingIfNeeded: before.before) == task.rawValue { return nil }
    return (before.last, UInt8(truncatingIfNeeded: before.before >> 32))
  }
}
