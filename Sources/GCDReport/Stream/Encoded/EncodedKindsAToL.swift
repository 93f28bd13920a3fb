// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// The evidence of findings, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension DataRace: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    accesses = try members("accesses")
    subject = try members.optional("subject")
    memory = try members("memory")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(accesses, forKey: "accesses")
    try members.encodeIfPresent(subject, forKey: "subject")
    try members.encode(memory, forKey: "memory")
  }
}

extension DataRace.Access: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    participant = try members("party")
    action = try members("deed")
    size = try members("size")
    stack = try members("stack")
    submission = try members.optional("submission")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(participant, forKey: "party")
    try members.encode(action, forKey: "deed")
    try members.encode(size, forKey: "size")
    try members.encode(stack, forKey: "stack")
    try members.encodeIfPresent(submission, forKey: "submission")
  }
}

extension DataRace.Memory: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "heap": self = .heap(bytes: try members("bytes"), by: try members("by"), stack: try members("stack"))
    case "global": self = .global
    case "stack": self = .stack(of: try members("of"))
    case "unknown": self = .unknown
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .heap(let bytes, let by, let stack):
      var members = choices.add("heap")
      try members.encode(bytes, forKey: "bytes")
      try members.encode(by, forKey: "by")
      try members.encode(stack, forKey: "stack")
    case .global: choices.add("global")
    case .stack(let of):
      var members = choices.add("stack")
      try members.encode(of, forKey: "of")
    case .unknown: choices.add("unknown")
    }
  }
}

extension Divergence: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    step = try members("step")
    expected = try members.optional("expected")
    actual = try members.optional("actual")
    leak = try members("leak")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(step, forKey: "step")
    try members.encodeIfPresent(expected, forKey: "expected")
    try members.encodeIfPresent(actual, forKey: "actual")
    try members.encode(leak, forKey: "leak")
  }
}

extension Divergence.Leak: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "state": self = .state(name: try members.optional("name"))
    case "object": self = .object(try members("_0"))
    case "realTime": self = .realTime
    case "randomness": self = .randomness
    case "addresses": self = .addresses
    case "uncontrolledThread": self = .uncontrolledThread
    case "thread": self = .thread(started: try members.optional("started"), object: try members("object"))
    case "unknown": self = .unknown
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .state(let name):
      var members = choices.add("state")
      try members.encodeIfPresent(name, forKey: "name")
    case .object(let first):
      var members = choices.add("object")
      try members.encode(first, forKey: "_0")
    case .realTime: choices.add("realTime")
    case .randomness: choices.add("randomness")
    case .addresses: choices.add("addresses")
    case .uncontrolledThread: choices.add("uncontrolledThread")
    case .thread(let started, let object):
      var members = choices.add("thread")
      try members.encodeIfPresent(started, forKey: "started")
      try members.encode(object, forKey: "object")
    case .unknown: choices.add("unknown")
    }
  }
}

extension DroppedSource: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    source = try members("source")
    dropped = try members.optional("dropped")
    hasCancelHandler = try members("hasCancelHandler")
    nextEvent = try members.optional("nextEvent")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(source, forKey: "source")
    try members.encodeIfPresent(dropped, forKey: "dropped")
    try members.encode(hasCancelHandler, forKey: "hasCancelHandler")
    try members.encodeIfPresent(nextEvent, forKey: "nextEvent")
  }
}

extension ExhaustedPool: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    needed = try members("needed")
    width = try members("width")
    edges = try members("edges")
    queued = try members("queued")
    queuedCount = try members("queuedCount")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(needed, forKey: "needed")
    try members.encode(width, forKey: "width")
    try members.encode(edges, forKey: "edges")
    try members.encode(queued, forKey: "queued")
    try members.encode(queuedCount, forKey: "queuedCount")
  }
}

extension FailedPrecondition: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    rule = try members("rule")
    queue = try members("queue")
    actual = try members.optional("actual")
    participant = try members("party")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(rule, forKey: "rule")
    try members.encode(queue, forKey: "queue")
    try members.encodeIfPresent(actual, forKey: "actual")
    try members.encode(participant, forKey: "party")
  }
}

extension GlobalBarrier: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    operation = try members("operation")
    queue = try members("queue")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(operation, forKey: "operation")
    try members.encode(queue, forKey: "queue")
  }
}

extension LeftSuspended: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    state = try members("state")
    object = try members("object")
    count = try members("count")
    pending = try members("pending")
    pendingCount = try members("pendingCount")
    waiter = try members.optional("waiter")
    ledger = try members.optional("ledger")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(state, forKey: "state")
    try members.encode(object, forKey: "object")
    try members.encode(count, forKey: "count")
    try members.encode(pending, forKey: "pending")
    try members.encode(pendingCount, forKey: "pendingCount")
    try members.encodeIfPresent(waiter, forKey: "waiter")
    try members.encodeIfPresent(ledger, forKey: "ledger")
  }
}

extension Livelock: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    reason = try members("reason")
    steps = try members("steps")
    spinning = try members("spinning")
    round = try members("round")
    attempts = try members.optional("attempts")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(reason, forKey: "reason")
    try members.encode(steps, forKey: "steps")
    try members.encode(spinning, forKey: "spinning")
    try members.encode(round, forKey: "round")
    try members.encodeIfPresent(attempts, forKey: "attempts")
  }
}
