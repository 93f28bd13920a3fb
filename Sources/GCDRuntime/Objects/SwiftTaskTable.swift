// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// The Swift tasks that a run has made, as far as their making was seen.
///
/// Addresses only: a task may have ended and been freed long ago, and a reader that reads one asks
/// `gcdc_task_facts_of` first. An address that comes back is a new task and takes the place of the old one.
struct SwiftTaskTable {
  struct Entry {
    var address: UInt
    /// Where it was made.
    var site: Site
    /// Stack of the call that made it; only while stacks are recorded.
    var stack: StackReference
    /// Counts from 1, in the order of creation.
    var number: Int
    /// What the runtime numbers it by: another task at its address has another number.
    var runtimeNumber: UInt32
    var object: ObjectID
    /// The Swift task that made it; `.none` where that was none, or is not known.
    var maker: ObjectID
    /// What it is to that one.
    var relation: gcdc_task_relation
    /// The address of the group that it is a child in; 0 = none.
    var group: UInt
    /// How many steps there were when it was submitted last, as far as that was seen.
    var lastSubmission = 0
    /// It has asked the runtime to be woken at a time, and was not submitted since.
    var isAsleep = false
    /// Whether it was on an actor when it last made a task or waited for a group.
    var usesGroupOnActor = false
    /// The resume of its last continuation, where that is an unsafe one and has been resumed.
    var resumption: Resumption?
  }

  /// The resume of a continuation.
  struct Resumption {
    /// The task that awaits the continuation.
    var task: ObjectID
    /// Return addresses of the functions that awaited it then, the innermost first; only while stacks are
    /// recorded.
    var awaiting: [UInt]
    /// What resumed it: the running task, and the Swift task in it.
    var runner: TaskID
    var swiftTask: ObjectID
    var site: Site
    var stack: StackReference
  }

  private(set) var entries: [Entry] = []
  private var places: [UInt: Int] = [:]
  /// Checked continuations that have been resumed, by their addresses; one that was freed may be there, until
  /// another one is made and resumed at its address.
  private var resumed: [UInt: Resumption] = [:]
  private var made = 0
  /// The group that the next task is made in; 0 = none.
  private var joined: UInt = 0

  /// The next task that is made is a child in a group.
  mutating func noteJoining(_ group: UInt) { joined = group }

  mutating func add(_ address: UInt, _ object: ObjectID, maker: ObjectID) {
    made += 1
    let task = UnsafeRawPointer(bitPattern: address)!
    let entry = Entry(
      address: address, site: .none, stack: .none, number: made, runtimeNumber: gcdc_task_number(task),
      object: object, maker: maker, relation: gcdc_task_relation_of(task), group: joined)
    joined = 0
    if let place = places[address] {
      entries[place] = entry
    } else {
      places[address] = entries.count
      entries.append(entry)
    }
  }

  /// The place in `entries` of a task that has not been freed; nil for one whose making was not seen.
  private func place(ofLive address: UInt) -> Int? {
    guard let place = places[address],
      entries[place].runtimeNumber == gcdc_task_number(UnsafeRawPointer(bitPattern: address)!)
    else { return nil }
    return place
  }

  /// The object of a task that has not been freed; nil for one whose making was not seen.
  func object(ofLive address: UInt) -> ObjectID? { place(ofLive: address).map { entries[$0].object } }

  /// Bytes: no task that a runtime makes is smaller.
  private static let sizeOfTask: UInt = 256

  /// The tasks, freed or not, that an address may be a part of.
  func entries(around address: UInt) -> [Entry] {
    entries.filter { $0.address < address && address - $0.address < SwiftTaskTable.sizeOfTask }
  }

  /// The tasks that have not been freed and that an address may be a part of.
  func live(around address: UInt) -> [Entry] { entries(around: address).filter(isLive) }

  /// The tasks that have not been freed.
  var live: [Entry] { entries.filter(isLive) }

  private func isLive(_ entry: Entry) -> Bool {
    entry.facts.state != GCDC_TASK_UNREADABLE && object(ofLive: entry.address) != nil
  }

  /// A task that is known was made by the call at this place.
  mutating func note(_ address: UInt, madeAt site: Site, _ stack: StackReference) {
    guard let place = place(ofLive: address) else { return }
    entries[place].site = site
    entries[place].stack = stack
  }

  /// A task that is known continues.
  mutating func noteSubmission(of address: UInt, at step: Int) {
    guard let place = place(ofLive: address) else { return }
    entries[place].lastSubmission = step
    entries[place].isAsleep = false
  }

  /// A task that is known is about to sleep.
  mutating func noteSleep(of address: UInt) {
    if let place = place(ofLive: address) { entries[place].isAsleep = true }
  }

  /// A known task makes a task, or waits for a group; returns whether it was on an actor the last time.
  @discardableResult
  mutating func noteGroupUse(by address: UInt, isOnActor: Bool) -> Bool {
    guard let place = place(ofLive: address) else { return false }
    defer { entries[place].usesGroupOnActor = isOnActor }
    return entries[place].usesGroupOnActor
  }

  /// A known task makes a continuation, which has not been resumed.
  mutating func noteContinuation(of address: UInt) {
    if let place = place(ofLive: address) { entries[place].resumption = nil }
  }

  /// The earlier resume of the continuation that is resumed now: of a checked one, if it knows that it has
  /// been resumed (`task` is nil), else of the task's last one.
  func earlierResumption(of task: UInt?, checked: UInt?) -> Resumption? {
    if let checked { return task == nil ? resumed[checked] : nil }
    return task.flatMap(place(ofLive:)).flatMap { entries[$0].resumption }
  }

  /// A continuation is resumed for the first time.
  mutating func note(_ resumption: Resumption, of task: UInt, checked: UInt?) {
    guard let place = place(ofLive: task) else { return }
    if let checked { resumed[checked] = resumption } else { entries[place].resumption = resumption }
  }

  func entry(at address: UInt) -> Entry? { places[address].map { entries[$0] } }

  mutating func reset() {
    if entries.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    if !resumed.isEmpty { resumed.removeAll(keepingCapacity: true) }
    made = 0
  }
}

extension SwiftTaskTable.Entry {
  var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

  /// What the runtime says of it now.
  var facts: gcdc_task_facts { gcdc_task_facts_of(pointer) }

  /// Return addresses of the functions that it is suspended in, the innermost first.
  func suspendedStack() -> [UInt] { GCDRuntime.suspendedStack(ofTaskAt: address) }
}
#endif
