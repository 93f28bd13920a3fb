// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD105: any other wait that nothing can satisfy.
public struct StarvedWait: Sendable, Codable, Equatable {
  /// What is waited for.
  public enum Subject: String, Sendable, Codable {
    case workItem = "workItem"
    case operation = "operation"
    case condition = "condition"
    case runLoop = "runLoop"
    case expectation = "expectation"
    case read = "read"
    case write = "write"
    case lock = "lock"
    case thread = "thread"
    case barrier = "barrier"
    case futex = "futex"
    case descriptor = "descriptor"
    case other = "other"
  }

  /// Who waits for what, where.
  public var edge: WaitEdge
  /// What is waited for.
  public var subject: Subject
  /// The process itself has the other end open of what is waited for; nil where it has not, or where that is
  /// not known.
  public var isOtherEndOpen: Bool?

  package init(_ subject: Subject, _ edge: WaitEdge, isOtherEndOpen: Bool? = nil) {
    self.subject = subject
    self.edge = edge
    self.isOtherEndOpen = isOtherEndOpen
  }

  private enum CodingKeys: String, CodingKey {
    case edge = "edge"
    case subject = "subject"
    case isOtherEndOpen = "isOtherEndOpen"
  }
}

extension StarvedWait: FindingEvidence {
  var code: FindingCode { .waitNeverSatisfied }

  func headline(participants: [Participant]) -> String {
    let waiter = named(edge.waiter)
    let object = edge.resource.phrase
    if case .stuckChild(let child)? = edge.wakers.first {
      return "\(waiter) sits in \(edge.operation.call()) on \(object), and \(child.name), which could end "
        + "that, waits for this one"
    }
    return switch subject {
    case .workItem: "\(waiter) waits for \(object), which nothing left can run"
    case .operation: "\(waiter) waits for \(object), which nothing left can finish"
    case .condition: "\(waiter) waits on \(object), and nothing left can signal it"
    case .runLoop: "\(waiter) sits in a run loop that nothing left can stop"
    case .expectation: "\(waiter) waits for an expectation that nothing left can fulfill"
    case .read where isOtherEndOpen == true:
      "\(waiter) reads from \(object), whose other end is open in this process, and nothing left writes to "
        + "that or closes it"
    case .write where isOtherEndOpen == true:
      "\(waiter) writes to \(object), whose other end is open in this process, and nothing left reads from "
        + "that or closes it"
    case .descriptor where isOtherEndOpen == true:
      "\(waiter) sits in \(edge.operation.call()) on \(object), whose other end is open in this process, and "
        + "nothing left uses or closes that"
    case .descriptor where edge.resource.type == .signal:
      "\(waiter) waits in \(edge.operation.verb(on: edge.resource)) for a signal, and nothing left sends one"
    case .descriptor where edge.resource.type == .childProcess:
      "\(waiter) sits in \(edge.operation.call()) for \(object), which has not ended"
    case .read: "\(waiter) reads from \(object), and nothing left can write to it"
    case .write: "\(waiter) writes to \(object), and nothing left can read from it"
    case .descriptor:
      "\(waiter) sits in \(edge.operation.call()) on \(object), and nothing left can make it ready"
    case .lock: "\(waiter) waits for \(object), and nothing left can unlock it"
    case .barrier: "\(waiter) waits at \(object), and too few are left to come to it"
    case .thread: "\(waiter) joins \(object), which cannot end"
    case .futex, .other: "\(waiter) waits for \(object), and nothing left can wake it"
    }
  }

  var objects: [ObjectName] { [edge.resource] }

  var waits: [WaitEdge] { [edge] }

  var consequence: String? { nothingHelps }

  var excerptMark: String? { "waits here" }

  var hints: [Hint?] {
    if isOtherEndOpen == true, subject == .read { return [.closeOtherEnd] }
    if let hint = edge.wakers.obstacleHint { return [hint] }
    let isHeldAcrossAwait = edge.wakers.contains { waker in
      if case .heldAcrossAwait = waker { true } else { false }
    }
    if isHeldAcrossAwait { return [.unlockBeforeAwait(edge.resource)] }
    let cameTooEarly = edge.wakers.contains { waker in
      if case .tooEarly = waker { true } else { false }
    }
    return cameTooEarly ? [.checkBeforeWaiting(edge.resource)] : []
  }

  func add(to text: inout FindingText) { text.add(waits: [edge]) }
}
