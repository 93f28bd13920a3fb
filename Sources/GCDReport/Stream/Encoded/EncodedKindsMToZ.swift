// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// The evidence of findings, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension MisuseEvidence: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    misuse = try members("misuse")
    participant = try members("party")
    object = try members("object")
    ledger = try members.optional("ledger")
    other = try members.optional("other")
    value = try members.optional("value")
    expected = try members.optional("expected")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(misuse, forKey: "misuse")
    try members.encode(participant, forKey: "party")
    try members.encode(object, forKey: "object")
    try members.encodeIfPresent(ledger, forKey: "ledger")
    try members.encodeIfPresent(other, forKey: "other")
    try members.encodeIfPresent(value, forKey: "value")
    try members.encodeIfPresent(expected, forKey: "expected")
  }
}

extension LockOrderInversion: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    edges = try members("edges")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(edges, forKey: "edges")
  }
}

extension RecursiveSync: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    participant = try members("party")
    operation = try members("operation")
    queue = try members("queue")
    held = try members("held")
    chain = try members("chain")
    hold = try members("hold")
    heldSince = try members.optional("heldSince")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(participant, forKey: "party")
    try members.encode(operation, forKey: "operation")
    try members.encode(queue, forKey: "queue")
    try members.encode(held, forKey: "held")
    try members.encode(chain, forKey: "chain")
    try members.encode(hold, forKey: "hold")
    try members.encodeIfPresent(heldSince, forKey: "heldSince")
  }
}

extension GroupNeverEmpty: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    group = try members("group")
    count = try members("count")
    waiting = try members("waiting")
    ledger = try members.optional("ledger")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(group, forKey: "group")
    try members.encode(count, forKey: "count")
    try members.encode(waiting, forKey: "waiting")
    try members.encodeIfPresent(ledger, forKey: "ledger")
  }
}

extension GroupNeverEmpty.Waiting: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "wait": self = .wait(try members("_0"))
    case "notify":
      self = .notify(
        participant: try members("party"), location: try members.optional("location"),
        queue: try members.optional("queue"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .wait(let first):
      var members = choices.add("wait")
      try members.encode(first, forKey: "_0")
    case .notify(let participant, let location, let queue):
      var members = choices.add("notify")
      try members.encode(participant, forKey: "party")
      try members.encodeIfPresent(location, forKey: "location")
      try members.encodeIfPresent(queue, forKey: "queue")
    }
  }
}

extension StarvedSemaphore: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    edge = try members("edge")
    initialValue = try members("initialValue")
    ledger = try members.optional("ledger")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(edge, forKey: "edge")
    try members.encode(initialValue, forKey: "initialValue")
    try members.encodeIfPresent(ledger, forKey: "ledger")
  }
}

extension StarvedWait: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    edge = try members("edge")
    subject = try members("subject")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(edge, forKey: "edge")
    try members.encode(subject, forKey: "subject")
  }
}

extension TaskNeverFinishes: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    participant = try members("party")
    location = try members.optional("location")
    continuation = try members.optional("continuation")
    awaited = try members.optional("awaited")
    made = try members.optional("made")
    awaiters = try members.optional("awaiters")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(participant, forKey: "party")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encodeIfPresent(continuation, forKey: "continuation")
    try members.encodeIfPresent(awaited, forKey: "awaited")
    try members.encodeIfPresent(made, forKey: "made")
    try members.encodeIfPresent(awaiters, forKey: "awaiters")
  }
}

extension TaskNeverFinishes.Awaiter: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    participant = try members("party")
    location = try members.optional("location")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(participant, forKey: "party")
    try members.encodeIfPresent(location, forKey: "location")
  }
}

extension TestFailure: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(
      try members("cause"), further: try members("further"), by: try members("party"),
      timeouts: try members("timeouts"), ledgers: try members("ledgers"))
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(cause, forKey: "cause")
    try members.encode(further, forKey: "further")
    try members.encode(participant, forKey: "party")
    try members.encode(timeouts, forKey: "timeouts")
    try members.encode(ledgers, forKey: "ledgers")
  }
}

extension TestFailure.Cause: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "assertion": self = .assertion(message: try members("message"))
    case "thrown": self = .thrown(error: try members("error"))
    case "trap": self = .trap(message: try members.optional("message"))
    case "signal": self = .signal(number: try members("number"), name: try members("name"))
    case "stackOverflow": self = .stackOverflow
    case "sanitizer": self = .sanitizer
    case "exit": self = .exit(code: try members("code"))
    case "status": self = .status(code: try members("code"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .assertion(let message):
      var members = choices.add("assertion")
      try members.encode(message, forKey: "message")
    case .thrown(let error):
      var members = choices.add("thrown")
      try members.encode(error, forKey: "error")
    case .trap(let message):
      var members = choices.add("trap")
      try members.encodeIfPresent(message, forKey: "message")
    case .signal(let number, let name):
      var members = choices.add("signal")
      try members.encode(number, forKey: "number")
      try members.encode(name, forKey: "name")
    case .stackOverflow: choices.add("stackOverflow")
    case .sanitizer: choices.add("sanitizer")
    case .exit(let code):
      var members = choices.add("exit")
      try members.encode(code, forKey: "code")
    case .status(let code):
      var members = choices.add("status")
      try members.encode(code, forKey: "code")
    }
  }
}

extension Timeout: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    operation = try members("operation")
    object = try members.optional("object")
    nanoseconds = try members("nanoseconds")
    location = try members.optional("location")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(operation, forKey: "operation")
    try members.encodeIfPresent(object, forKey: "object")
    try members.encode(nanoseconds, forKey: "nanoseconds")
    try members.encodeIfPresent(location, forKey: "location")
  }
}

extension Uncontrolled: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    form = try members("form")
    thread = try members("thread")
    object = try members.optional("object")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(form, forKey: "form")
    try members.encode(thread, forKey: "thread")
    try members.encodeIfPresent(object, forKey: "object")
  }
}

extension Uncontrolled.Form: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "call": self = .call(try members("_0"))
    case "startsThread": self = .startsThread
    case "workInFlight": self = .workInFlight
    case "runLoopQueue": self = .runLoopQueue
    case "blocks": self = .blocks(call: try members.optional("call"))
    case "replacesProgram": self = .replacesProgram(by: try members("by"))
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .call(let first):
      var members = choices.add("call")
      try members.encode(first, forKey: "_0")
    case .startsThread: choices.add("startsThread")
    case .workInFlight: choices.add("workInFlight")
    case .runLoopQueue: choices.add("runLoopQueue")
    case .blocks(let call):
      var members = choices.add("blocks")
      try members.encodeIfPresent(call, forKey: "call")
    case .replacesProgram(let by):
      var members = choices.add("replacesProgram")
      try members.encode(by, forKey: "by")
    }
  }
}

extension WaitCycle: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    edges = try members("edges")
    othersStillRun = try members("othersStillRun")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(edges, forKey: "edges")
    try members.encode(othersStillRun, forKey: "othersStillRun")
  }
}
