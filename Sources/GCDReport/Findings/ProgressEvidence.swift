// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD301: two locks or queues that were taken in opposite orders.
public struct OppositeOrders: Sendable, Codable, Equatable {
  /// `waiter` holds what the other edge's waiter wants; locations are those of the inner calls.
  public var edges: [WaitEdge]

  /// Takes each part as the property of the same name describes it.
  public init(_ edges: [WaitEdge]) { self.edges = edges }
}

/// GCD402: the step bound was reached twice, the second time under a fair order.
public struct Livelock: Sendable, Codable, Equatable {
  /// Why the run was given up.
  public enum Reason: String, Sendable, Codable {
    /// The step bound was reached.
    case stepBound
    /// Ten times the step bound was reached, by a run that still did new things.
    case length
    /// The watchdog saw a party run for long without any call that gcdcheck can see.
    case noDispatchCall
  }

  /// Why the run was given up.
  public var reason: Reason
  /// Steps made when the run was given up.
  public var steps: Int
  /// Who goes round, by name.
  public var spinning: [String]
  /// The steps of one round.
  public var round: [StepLine]
  /// What those who go round try to take in vain, from whom; nil where nobody holds it for long.
  public var attempts: [WaitEdge]?

  /// Takes each part as the property of the same name describes it.
  public init(
    _ reason: Reason, steps: Int, spinning: [String], round: [StepLine] = [], attempts: [WaitEdge]? = nil
  ) {
    self.attempts = attempts
    self.reason = reason
    self.steps = steps
    self.spinning = spinning
    self.round = round
  }
}

/// GCD501: the test's own judgement, or its death.
public struct TestFailure: Sendable, Codable, Equatable {
  /// How the test failed.
  public enum Cause: Sendable, Codable, Equatable {
    /// An assertion of the test, in the words of its framework.
    case assertion(message: String)
    /// The body threw; `error` describes it.
    case thrown(error: String)
    /// A Swift run-time check or `fatalError`, with its message where it is known.
    case trap(message: String?)
    /// A signal by number and name: 11, "SIGSEGV".
    case signal(number: Int, name: String)
    case stackOverflow
    /// A sanitizer ends the process; what it found stands in its own report.
    case sanitizer
    /// `exit` was called.
    case exit(code: Int)
    /// The whole program ended with this status.
    case status(code: Int)

    /// With its words cut where they are longer than anybody reads.
    fileprivate var bounded: Cause {
      switch self {
      case .assertion(let message): .assertion(message: message.bounded(to: Bound.message))
      case .thrown(let error): .thrown(error: error.bounded(to: Bound.message))
      case .trap(let message): .trap(message: message?.bounded(to: Bound.message))
      case .signal, .stackOverflow, .sanitizer, .exit, .status: self
      }
    }
  }

  /// The first failure; its words are bounded.
  public var cause: Cause { didSet { cause = cause.bounded } }
  /// Further assertions that failed in the same schedule.
  public var further: [Cause]
  /// Who failed, by name.
  public var party: String
  /// Timed waits that ran out in this schedule.
  public var timeouts: [Timeout]
  /// Histories of groups, as far as they may explain the failure.
  public var ledgers: [Ledger]

  /// Takes each part as the property of the same name describes it.
  public init(
    _ cause: Cause, further: [Cause] = [], by party: String, timeouts: [Timeout] = [], ledgers: [Ledger] = []
  ) {
    self.cause = cause.bounded
    self.further = further.map(\.bounded)
    self.party = party
    self.timeouts = timeouts
    self.ledgers = ledgers
  }

  /// Bounds the words as `init(_:further:…)` does.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Cause.self, forKey: .cause),
      further: try values.decode([Cause].self, forKey: .further),
      by: try values.decode(String.self, forKey: .party),
      timeouts: try values.decode([Timeout].self, forKey: .timeouts),
      ledgers: try values.decode([Ledger].self, forKey: .ledgers))
  }
}

/// A timed wait that ran out.
public struct Timeout: Sendable, Codable, Equatable {
  /// The call.
  public var operation: OperationKind
  /// What the call was made on.
  public var object: ObjectName?
  /// Virtual nanoseconds that the call was given.
  public var nanoseconds: UInt64
  /// The call in the user's code.
  public var location: CodeLocation?

  /// Takes each part as the property of the same name describes it.
  public init(
    _ operation: OperationKind, on object: ObjectName?, after nanoseconds: UInt64, at location: CodeLocation?
  ) {
    self.operation = operation
    self.object = object
    self.nanoseconds = nanoseconds
    self.location = location
  }
}

/// GCD901: the same schedule took another course.
public struct Divergence: Sendable, Codable, Equatable {
  /// The most likely reason, where one can be told.
  public enum Leak: Sendable, Codable, Equatable {
    /// State that outlives a schedule: a static or a singleton, by name where known.
    case state(name: String?)
    /// An object made outside the body whose count the last schedule had changed.
    case object(ObjectName)
    case realTime
    case randomness
    case addresses
    case uncontrolledThread
    /// A thread that an earlier schedule started, where that is known, and that ended with it; it had the
    /// object in hand.
    case thread(started: CodeLocation?, object: ObjectName)
    case unknown

    /// What can be told from the first steps that differ.
    ///
    /// The same call by the same party on one of several objects that only their addresses tell apart: most
    /// likely a collection that hashes by address was gone through.
    public static func likely(_ expected: StepLine?, _ actual: StepLine?) -> Leak {
      guard let expected, let actual, let object = expected.object, let other = actual.object,
        expected.party == actual.party, expected.operation == actual.operation,
        object.isPlaceShared, other.isPlaceShared, object.ordinal != other.ordinal,
        object.label == other.label, object.created?.withoutColumn == other.created?.withoutColumn
      else { return .unknown }
      return .addresses
    }
  }

  /// The first step that differs.
  public var step: StepIndex
  /// What the first run did there; nil = it had ended.
  public var expected: StepLine?
  /// What the second run did there; nil = it had ended.
  public var actual: StepLine?
  /// What leaked in, as far as it can be told.
  public var leak: Leak

  /// Takes each part as the property of the same name describes it.
  public init(at step: StepIndex, expected: StepLine?, actual: StepLine?, leak: Leak = .unknown) {
    self.step = step
    self.expected = expected
    self.actual = actual
    self.leak = leak
  }
}

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
  }

  /// How it takes part.
  public var form: Form
  /// The thread, by name where it has one.
  public var thread: String
  /// What the call was made on.
  public var object: ObjectName?

  /// Takes each part as the property of the same name describes it.
  public init(_ form: Form, by thread: String, on object: ObjectName? = nil) {
    self.form = form
    self.thread = thread
    self.object = object
  }
}
