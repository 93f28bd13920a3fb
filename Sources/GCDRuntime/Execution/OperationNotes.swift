// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// Which of Foundation's operations the program has, as far as it gave them to each other or to a queue, and
/// where it did.
struct OperationNotes {
  /// An object of Foundation's that may be gone by now; its class tells.
  struct Reference: Hashable {
    var address: UInt
    var type: UnsafeRawPointer

    init(_ object: UnsafeRawPointer) {
      address = UInt(bitPattern: object)
      type = object.load(as: UnsafeRawPointer.self)
    }
  }

  struct Place {
    var site: Site
    var stack: StackReference
  }

  struct Dependency {
    var operation, other: Reference
    var place: Place
  }

  private(set) var dependencies: [Dependency] = []
  /// In the order in which the program named them first.
  private(set) var operations: [Reference] = []
  /// Of those that were made of a block; of others, where they were added to a queue, which makes an
  /// operation of a block that is added.
  private(set) var origins: [Reference: Place] = [:]
  /// Of queues, the last one.
  private(set) var suspensions: [Reference: Place] = [:]
  private var known: Set<Reference> = []

  var isEmpty: Bool { operations.isEmpty && suspensions.isEmpty }

  mutating func noteDependency(
    of operation: UnsafeRawPointer, on other: UnsafeRawPointer, _ site: Site, _ stack: StackReference
  ) {
    let (operation, other) = (Reference(operation), Reference(other))
    note(operation)
    note(other)
    dependencies.append(
      Dependency(operation: operation, other: other, place: Place(site: site, stack: stack)))
  }

  mutating func noteMaking(of operation: UnsafeRawPointer, _ site: Site, _ stack: StackReference) {
    let operation = Reference(operation)
    note(operation)
    if origins[operation] == nil { origins[operation] = Place(site: site, stack: stack) }
  }

  mutating func noteAddition(of operation: UnsafeRawPointer, _ site: Site, _ stack: StackReference) {
    noteMaking(of: operation, site, stack)
  }

  mutating func noteSuspension(of queue: UnsafeRawPointer, _ site: Site, _ stack: StackReference) {
    suspensions[Reference(queue)] = Place(site: site, stack: stack)
  }

  private mutating func note(_ operation: Reference) {
    if known.insert(operation).inserted { operations.append(operation) }
  }
}
#endif
