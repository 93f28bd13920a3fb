// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD106: all workers wait for blocks that no worker is left to run, or all threads of the cooperative pool
/// for Swift tasks.
public struct ExhaustedPool: Sendable, Codable, Equatable {
  /// The smallest number of workers with which this schedule does not hang.
  public var needed: Int
  /// The number of workers with which it hangs.
  public var width: Int
  /// What each worker waits in.
  public var edges: [WaitEdge]
  /// Blocks that are queued for a worker; the first ones.
  public var queued: [Submission]
  /// All blocks that are queued for a worker.
  public var queuedCount: Int
  /// The pool is the cooperative one, which runs Swift tasks; nil = it is not.
  public var isCooperative: Bool?

  package init(
    needed: Int, width: Int, edges: [WaitEdge], queued: [Submission], queuedCount: Int,
    isCooperative: Bool = false
  ) {
    self.needed = needed
    self.width = width
    self.edges = edges
    self.queued = queued
    self.queuedCount = queuedCount
    self.isCooperative = isCooperative ? true : nil
  }

  private enum CodingKeys: String, CodingKey {
    case needed = "needed"
    case width = "width"
    case edges = "edges"
    case queued = "queued"
    case queuedCount = "queuedCount"
    case isCooperative = "isCooperative"
  }
}

/// What a pool that is too narrow comes to: libdispatch's on Linux grows while all its workers wait, Apple's
/// does not.
extension ExhaustedPool: FindingEvidence {
  var code: FindingCode { .poolExhausted }

  /// Workers of Apple's pool.
  private static let mostOnDarwin = 64
  /// Workers of one of libdispatch's pools on Linux, once it has grown.
  private static let mostOnLinux = 255

  /// On one of the platforms the program stalls forever: for Swift tasks, on a machine with more than one
  /// processor.
  var hangs: Bool { isCooperative == true ? needed > 2 : needed > Self.mostOnDarwin }

  func headline(participants: [Participant]) -> String {
    if isCooperative == true {
      let who =
        width == 1
        ? "the only thread of the cooperative pool waits for a task"
        : "all \(grouped(width)) threads of the cooperative pool wait for tasks"
      return "\(who) that no thread is left to run; needs at least \(grouped(needed))"
    }
    let who =
      width == 1
      ? "the only worker waits for a block" : "all \(grouped(width)) workers wait for blocks"
    return "\(who) that no worker is left to run; needs at least \(grouped(needed))"
  }

  /// What happens without gcdcheck.
  var consequence: String? {
    if isCooperative == true {
      return "The cooperative pool has a thread for each processor, and none is added while they wait: with "
        + "\(counted(needed - 1, "processor"))\(needed > 2 ? " or fewer" : "") this program hangs without a "
        + "message."
    }
    if needed > Self.mostOnLinux {
      return "Libdispatch starts no further worker. On Linux this program hangs without a message."
    }
    if needed > Self.mostOnDarwin {
      return "On Apple's platforms the pool ends at \(Self.mostOnDarwin) workers, and this program hangs "
        + "without a message. On Linux it is blocked while the pool grows, by one worker a second."
    }
    return "While all workers wait, libdispatch on Linux starts one more each second: with "
      + "\(counted(width, "worker")) this program is blocked for up to "
      + "\(counted(needed - width, "second"))."
  }

  var objects: [ObjectName] { edges.map(\.resource) }

  var waits: [WaitEdge] { edges }

  var excerptMark: String? { "waits here" }

  var hints: [Hint?] { [isCooperative == true ? .suspendInTasks : .limitBlockingWork] }

  func severity(_ verdict: Verdict) -> Severity? { hangs ? nil : .warning }

  func add(to text: inout FindingText) { text.add(self) }
}
