// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDVocabulary

/// Who wrote what in the actors of a run, and whose functions were suspended there meanwhile; only while
/// stacks are recorded.
///
/// Properties are read where a task leaves an actor, or comes to one that no task is on: Swift lets no access
/// to a property of an actor last across a suspension. Not each leave is seen (a library may suspend its
/// caller): where more than one task may have written, none is said to have.
struct ActorHistory {
  /// Return addresses, the innermost first.
  typealias Place = [UInt]

  /// Properties that a task wrote between coming to an actor and leaving it.
  struct Write {
    var actor: ObjectID
    var task: ObjectID
    var properties: [PropertyWrite]
    /// Where it had come to the actor.
    var from: Place
  }

  /// A function of an actor's that was suspended and continues there.
  struct Suspension {
    var actor: ObjectID
    var task: ObjectID
    /// Where it was suspended; nil where that was not seen.
    var left: Place?
    /// Where it continues.
    var back: Place
    /// The writes that were made meanwhile, as indices; what follows may be its own.
    var writes: Range<Int>
  }

  /// A Swift task that is known by its address until it ends.
  struct Visitor {
    var task: ObjectID
    var address: UnsafeRawPointer
  }

  private(set) var writes: [Write] = []
  private(set) var suspensions: [Suspension] = []
  private var actors: [UInt: Watched] = [:]
  private var open: [Open] = []
  private var reads = 0

  private struct Watched {
    var object: ObjectID
    var snapshot: ActorSnapshot
    /// Those that have come since, or were seen there.
    var visitors: [Visitor] = []
    /// How each task has come to it that was not seen leaving.
    var stays: [ObjectID: Stay] = [:]
  }

  private struct Stay {
    /// What the runtime keeps of the function that began or continued; 0 = not known.
    var function: UInt
    var place: Place
    var firstWrite: Int
  }

  /// A call that may be one of a function of the actor's, which is suspended.
  private struct Open {
    var actor: UInt
    var task: ObjectID
    /// What the runtime keeps of the functions that wait for each other, the innermost first, and where each
    /// of them continues.
    var functions: [UInt]
    var place: Place
    var firstWrite: Int
    /// Where a function was suspended and continues, once that is known.
    var returning: (left: Place?, back: Place)?
  }

  /// A run that reads properties more often than this is none that a report could explain by them; what is
  /// large counts as several reads.
  private static let mostReads = 20_000
  private static let extentOfARead = 1_024

  /// A task is on an actor, and makes a call that does not suspend it.
  mutating func noteCall(of visitor: Visitor, on actor: UInt) {
    close(for: visitor.task, at: actor)
    add(visitor, to: actor)
  }

  /// A task that is on an actor may be suspended now, or ends.
  ///
  /// - Parameter functions: What the runtime keeps of its functions, the innermost first; empty at its end.
  /// - Parameter place: Where each of them continues.
  /// - Parameter isSilent: Nothing is announced when it continues.
  mutating func noteLeave(
    of visitor: Visitor, from actor: UInt, functions: [UInt], place: Place, isSilent: Bool
  ) {
    close(for: visitor.task, at: actor)
    add(visitor, to: actor)
    // The task is on it: where the runtime's record says otherwise, it is laid out in another way.
    guard gcdc_actor_is_run(UnsafeRawPointer(bitPattern: actor)!) else { return stopReading() }
    read(actor)
    actors[actor]?.stays[visitor.task] =
      isSilent ? Stay(function: 0, place: place, firstWrite: writes.count) : nil
    if functions.isEmpty || actors[actor] == nil { return }
    open.removeAll { $0.task == visitor.task && $0.actor == actor && $0.functions == functions }
    open.append(
      Open(
        actor: actor, task: visitor.task, functions: functions, place: place, firstWrite: writes.count,
        returning: isSilent ? (place, place) : nil))
  }

  /// A task is about to come to an actor, to begin a function there or to continue one.
  ///
  /// - Parameter function: What the runtime keeps of that function.
  mutating func noteArrival(
    of visitor: Visitor, at actor: UInt, _ object: ObjectID, function: UInt, place: Place
  ) {
    if !gcdc_actor_is_run(UnsafeRawPointer(bitPattern: actor)!) {
      if actors[actor] == nil, let snapshot = snapshot(of: actor) {
        actors[actor] = Watched(object: object, snapshot: snapshot)
      }
      read(actor)
    }
    guard let watched = actors[actor] else { return }
    let task = visitor.task
    if let index = open.lastIndex(where: {
      $0.task == task && $0.actor == actor && $0.functions.contains(function)
    }) {
      let depth = open[index].functions.firstIndex(of: function)!
      open[index].returning = (Array(open[index].place.dropFirst(depth)), place)
    } else if let stay = watched.stays[task], stay.function == function {
      // It comes back without having been seen leaving.
      open.append(
        Open(
          actor: actor, task: task, functions: [function], place: place, firstWrite: stay.firstWrite,
          returning: (nil, place)))
    }
    actors[actor]!.stays[task] = Stay(function: function, place: place, firstWrite: writes.count)
    add(visitor, to: actor)
  }

  /// A task is on an actor: a function of its that was suspended there and was about to continue does so.
  mutating func close(for task: ObjectID, at actor: UInt) {
    let index = open.lastIndex { $0.task == task && $0.actor == actor && $0.returning != nil }
    guard let index, let object = actors[actor]?.object, let returning = open[index].returning else { return }
    let meanwhile = open[index].firstWrite..<writes.count
    // What it left behind later has ended since.
    let first = open[index].firstWrite
    open.removeAll { $0.task == task && $0.actor == actor && $0.firstWrite >= first }
    if meanwhile.contains(where: { writes[$0].actor == object && writes[$0].task != task }) {
      suspensions.append(
        Suspension(actor: object, task: task, left: returning.left, back: returning.back, writes: meanwhile))
    }
  }

  /// Another actor may get its address.
  mutating func noteEnd(of actor: UInt) {
    actors[actor] = nil
    open.removeAll { $0.actor == actor }
  }

  private mutating func add(_ visitor: Visitor, to actor: UInt) {
    guard let watched = actors[actor], !watched.visitors.contains(where: { $0.task == visitor.task }) else {
      return
    }
    actors[actor]!.visitors.append(visitor)
  }

  /// No code has access to the properties of the actor now: what differs was written by the tasks that came
  /// since they were read.
  private mutating func read(_ actor: UInt) {
    guard let watched = actors[actor], let snapshot = snapshot(of: actor) else { return }
    let properties = snapshot.writes(since: watched.snapshot)
    actors[actor]!.snapshot = snapshot
    let waiting = watched.visitors.filter { isInLine($0, at: actor) }
    let authors = watched.visitors.filter { visitor in !waiting.contains { $0.task == visitor.task } }
    actors[actor]!.visitors = waiting
    if authors.count == 1, !properties.isEmpty {
      let task = authors[0].task
      writes.append(
        Write(
          actor: watched.object, task: task, properties: properties, from: watched.stays[task]?.place ?? []))
    }
  }

  /// Whether a task has not come to the actor yet: it waits there in line.
  private func isInLine(_ visitor: Visitor, at actor: UInt) -> Bool {
    let facts = gcdc_task_facts_of(visitor.address)
    return facts.awaits == GCDC_AWAITS_EXECUTOR && UInt(bitPattern: facts.object) == actor
  }

  /// Nil for what is no actor of the program's, and in a run that reads too often.
  private mutating func snapshot(of actor: UInt) -> ActorSnapshot? {
    let pointer = UnsafeRawPointer(bitPattern: actor)!
    guard reads < ActorHistory.mostReads, gcdc_is_default_actor(pointer) else { return nil }
    let snapshot = ActorSnapshot(of: pointer)
    reads += 1 + snapshot.extent / ActorHistory.extentOfARead
    return snapshot
  }

  /// Nothing that was read says anything.
  private mutating func stopReading() {
    reads = ActorHistory.mostReads
    writes = []
    suspensions = []
    actors = [:]
    open = []
  }

  var isEmpty: Bool { reads == 0 }
}
#endif
