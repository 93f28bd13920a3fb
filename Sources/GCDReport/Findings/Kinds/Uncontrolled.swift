// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD902: something that gcdcheck does not control took part.
public struct Uncontrolled: Sendable, Codable, Equatable {
  /// How it takes part.
  public enum Form: Sendable, Codable, Equatable {
    /// A thread outside the run called onto an object of the run.
    case call(OperationKind)
    /// The body made a thread of its own; what it does is outside the schedule.
    case startsThread
    /// Real work was still in flight on an object when the run began.
    case workInFlight
    /// The body makes a queue that a run loop other than the main one serves.
    case runLoopQueue
    /// The carrier thread is blocked in a call that gcdcheck does not model.
    case blocks(call: String?)
    /// The program has made the process another program's, which is not under control.
    case replacesProgram(by: String)

    private enum CodingKeys: String, CodingKey {
      case call = "call"
      case startsThread = "startsThread"
      case workInFlight = "workInFlight"
      case runLoopQueue = "runLoopQueue"
      case blocks = "blocks"
      case replacesProgram = "replacesProgram"
    }
    private enum BlocksCodingKeys: String, CodingKey { case call = "call" }
    private enum ReplacesProgramCodingKeys: String, CodingKey { case by = "by" }
  }

  /// How it takes part.
  public var form: Form
  /// The thread, by name where it has one.
  public var thread: String
  /// What the call was made on.
  public var object: ObjectName?

  package init(_ form: Form, by thread: String, on object: ObjectName? = nil) {
    self.form = form
    self.thread = thread
    self.object = object
  }

  private enum CodingKeys: String, CodingKey {
    case form = "form"
    case thread = "thread"
    case object = "object"
  }
}

extension Uncontrolled: FindingEvidence {
  var code: FindingCode { .uncontrolled }

  func headline(participants: [Participant]) -> String {
    switch form {
    case .call(let operation):
      (thread.isEmpty ? "a thread" : "thread \"\(thread.onOneLine.bounded(to: Bound.name))\"")
        + " outside the run calls \(operation.verb) on \(object?.phrase ?? "an object of the run")"
    case .startsThread: "the body starts a thread that gcdcheck does not control"
    case .workInFlight: "real work was still in flight on \(object?.phrase ?? "an object") when the run began"
    case .runLoopQueue:
      "\(named(thread)) makes a run-loop queue with _dispatch_runloop_root_queue_create_4CF, which gcdcheck "
        + "does not control: use the main queue, or a serial queue"
    case .blocks(let call):
      "\(named(thread)) is blocked outside control\(call.map { " in \($0)" } ?? "")"
    case .replacesProgram(let path):
      "\(named(thread)) replaces the program by \(path.onOneLine.bounded(to: Bound.path)), which is not "
        + "under control: the run ends there"
    }
  }

  var objects: [ObjectName] { object.map { [$0] } ?? [] }

  func severity(_ verdict: Verdict) -> Severity? {
    if case .blocks = form { .error } else { .warning }
  }
}
