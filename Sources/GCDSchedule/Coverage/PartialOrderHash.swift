// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A hash of one run that is equal for runs which differ only in the order of steps that commute, its
/// Mazurkiewicz trace.
///
/// At each resource the steps form a sequence of groups, whose members commute with each other. A step is
/// hashed with its name (its task, its number there, what it did) and the groups that come directly
/// before its own at its resources; the hash of the run is the sum over its steps, in whatever order they
/// were made. That takes a few operations a step and no clocks. Plain memory, which the owner frees.
public struct PartialOrderHash {
  /// The hash of the steps so far.
  public private(set) var value: UInt64 = 0
  private var resources = ResourceTable()
  /// Steps so far, by task.
  private var counts = TaskTable()
  /// Of all steps so far, in no order.
  private var all: UInt64 = 0
  /// The last step that conflicts with every other one.
  private var epoch: UInt64 = 0

  public init() {}

  public func free() {
    resources.free()
    counts.free()
  }

  /// Begins a run.
  public mutating func begin() {
    value = 0
    all = 0
    epoch = 0
    resources.removeAll()
    counts.removeAll()
  }

  /// Adds the next step; `stableID` is that of its task.
  public mutating func step(_ task: TaskID, stableID: UInt64, _ uses: borrowing StepUses) {
    if uses.isDropped { return }
    let number = counts.value(Int(task.rawValue)) &+ 1
    counts.set(Int(task.rawValue), number)
    add(mix(stableID &+ UInt64(bitPattern: number) &* 0xc2b2_ae3d_27d4_eb4f ^ uses.name << 48), uses)
  }

  /// Adds something that happens by itself, after the last step, under a name of its own.
  public mutating func add(_ name: UInt64, _ uses: borrowing StepUses) {
    var before: UInt64
    if uses.isTotal {
      before = mix(all &+ 1)
      epoch = name
      resources.removeAll()
    } else {
      before = epoch
      var index = 0
      while index < uses.count {
        let use = uses.uses[index]
        before &+= enter(use.resource, use.mode.rawValue, name)
        index &+= 1
      }
    }
    all &+= name
    value &+= mix(name ^ before &* 0x9fb2_1c65_1e98_df25)
  }

  /// Adds a step to the sequence of a resource; returns a hash of what is before its group.
  private mutating func enter(_ resource: UInt64, _ mode: UInt8, _ name: UInt64) -> UInt64 {
    let entry = resources.entry(resource)
    if entry.pointee.mode != mode || mode == Access.Mode.write.rawValue {
      entry.pointee.before = entry.pointee.last
      entry.pointee.last = 0
      entry.pointee.mode = mode
    }
    entry.pointee.last &+= name
    return mix(resource ^ entry.pointee.before)
  }
}
