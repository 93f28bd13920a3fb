// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What of a task or an object the ends of a happens-before edge meet at.
public enum SyncFacet: UInt8, Sendable {
  /// From the one that submits a block, or makes a thread, to its first instruction.
  case taskStart = 0
  /// From the end of a task to the task that waits for that very task.
  case taskEnd = 1
  /// Of a queue or source: blocks that exclude others, and whatever must be seen by every block that follows.
  case laneExclusive = 2
  /// Of a concurrent queue: blocks that share it, for the barrier that follows.
  case laneShared = 3
  /// From a cancel to the cancel handler.
  case sourceCancel = 4
  /// From one run to the next.
  case run = 5
  /// From those who write to a descriptor, or send a signal, to those who read: one for all of them, since
  /// data may take many ways.
  case descriptors = 6
  /// Of a read-write lock: readers, for the writer that follows.
  case lockShared = 7
  /// Any other object, as a whole: its releases order its acquires.
  case object = 15
}

/// One end of a happens-before edge that an operation makes: plain data.
///
/// The one that acquires at a point comes behind all who have released there before.
public struct SyncPoint: Sendable, Equatable {
  /// The release end; else the acquire end.
  public var releases: Bool
  public var facet: SyncFacet
  /// The index of a task or of a lane; for `SyncFacet.object` the raw value of its `ObjectID`.
  public var id: UInt32

  @inlinable
  public init(_ facet: SyncFacet, _ id: UInt32, releases: Bool) {
    self.facet = facet
    self.id = id
    self.releases = releases
  }
}
