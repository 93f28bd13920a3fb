// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How a recorded step used one resource of its run's state.
public struct ResourceUse: Sendable, Equatable {
  public var resource: UInt64
  public var mode: Access.Mode

  public init(_ resource: UInt64, _ mode: Access.Mode) {
    self.resource = resource
    self.mode = mode
  }
}

/// What one recorded step used, in plain memory that is kept from step to step; its owner frees it.
///
/// As `Footprint`, for millions of steps: nothing is counted or allocated once the memory has its size.
public struct StepUses {
  /// Valid up to `count`, until the next `add`.
  public private(set) var uses: UnsafeMutablePointer<ResourceUse>
  public private(set) var count = 0
  private var capacity = 8
  /// Conflicts with every other step.
  public var isTotal = false
  /// The group that the step leaves empty.
  public var emptied = ObjectID.none
  /// The step is no step of its own: another one records it.
  public var isDropped = false
  /// What was done; equal for steps that differ only in how they came to it.
  public var name: UInt64 = 0

  public init() { uses = .allocate(capacity: capacity) }

  public func free() { uses.deallocate() }

  public mutating func removeAll() {
    count = 0
    isTotal = false
    emptied = .none
    isDropped = false
  }

  /// The step ended its run: whatever could have come next depends on it.
  public mutating func makeTotal() {
    removeAll()
    isTotal = true
  }

  public mutating func add(_ resource: UInt64, _ mode: Access.Mode) {
    if count == capacity { grow() }
    (uses + count).initialize(to: ResourceUse(resource, mode))
    count &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<ResourceUse>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: uses, count: count)
    uses.deallocate()
    uses = larger
    capacity *= 2
  }
}
