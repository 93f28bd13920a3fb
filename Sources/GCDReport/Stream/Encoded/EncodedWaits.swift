// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// Threads and their waits, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension Submission: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    kind = try members("kind")
    queue = try members.optional("queue")
    delay = try members.optional("delay")
    stack = try members("stack")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(kind, forKey: "kind")
    try members.encodeIfPresent(queue, forKey: "queue")
    try members.encodeIfPresent(delay, forKey: "delay")
    try members.encode(stack, forKey: "stack")
  }
}

extension Holding: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    object = try members("object")
    location = try members.optional("location")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(object, forKey: "object")
    try members.encodeIfPresent(location, forKey: "location")
  }
}

extension Activity: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "blocked": self = .blocked(in: try members("in"), on: try members.optional("on"))
    case "blockedInCall": self = .blockedInCall(name: try members("name"))
    case "calling": self = .calling(try members("_0"), on: try members.optional("on"))
    case "running": self = .running
    case "waitingForWorker": self = .waitingForWorker
    case "spinning": self = .spinning
    case "finished": self = .finished
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .blocked(let operation, let object):
      var members = choices.add("blocked")
      try members.encode(operation, forKey: "in")
      try members.encodeIfPresent(object, forKey: "on")
    case .blockedInCall(let name):
      var members = choices.add("blockedInCall")
      try members.encode(name, forKey: "name")
    case .calling(let first, let object):
      var members = choices.add("calling")
      try members.encode(first, forKey: "_0")
      try members.encodeIfPresent(object, forKey: "on")
    case .running: choices.add("running")
    case .waitingForWorker: choices.add("waitingForWorker")
    case .spinning: choices.add("spinning")
    case .finished: choices.add("finished")
    }
  }
}

extension Participant: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    self.init(
      try members("name"), try members("activity"), insideBlockOf: try members.optional("queue"),
      stack: try members("stack"), submission: try members.optional("submission"), holds: try members("holds")
    )
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(name, forKey: "name")
    try members.encode(activity, forKey: "activity")
    try members.encodeIfPresent(queue, forKey: "queue")
    try members.encode(stack, forKey: "stack")
    try members.encodeIfPresent(submission, forKey: "submission")
    try members.encode(holds, forKey: "holds")
  }
}

extension Waker: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "endOfBlock": self = .endOfBlock(queue: try members("queue"), participant: try members("party"))
    case "call":
      self = .call(try members("_0"), by: try members("by"), location: try members.optional("location"))
    case "queuedBlock":
      self = .queuedBlock(
        try members("_0"), queue: try members("queue"), location: try members.optional("location"),
        held: try members.optional("held"))
    case "queuedBlocks":
      self = .queuedBlocks(
        count: try members("count"), queue: try members("queue"), location: try members.optional("location"),
        held: try members.optional("held"))
    case "stuckParty":
      self = .stuckThread(
        try members("_0"), location: try members.optional("location"), others: try members("others"))
    case "tooEarly":
      self = .tooEarly(
        try members("_0"), by: try members("by"), location: try members.optional("location"),
        step: try members("step"))
    case "endedWithout": self = .endedWithout(try members("_0"), try members("_1"))
    case "mainThread": self = .mainThread
    case "resume": self = .resume(try members("_0"))
    case "worker": self = .worker
    case "nobody": self = .nobody
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .endOfBlock(let queue, let participant):
      var members = choices.add("endOfBlock")
      try members.encode(queue, forKey: "queue")
      try members.encode(participant, forKey: "party")
    case .call(let first, let by, let location):
      var members = choices.add("call")
      try members.encode(first, forKey: "_0")
      try members.encode(by, forKey: "by")
      try members.encodeIfPresent(location, forKey: "location")
    case .queuedBlock(let first, let queue, let location, let held):
      var members = choices.add("queuedBlock")
      try members.encode(first, forKey: "_0")
      try members.encode(queue, forKey: "queue")
      try members.encodeIfPresent(location, forKey: "location")
      try members.encodeIfPresent(held, forKey: "held")
    case .queuedBlocks(let count, let queue, let location, let held):
      var members = choices.add("queuedBlocks")
      try members.encode(count, forKey: "count")
      try members.encode(queue, forKey: "queue")
      try members.encodeIfPresent(location, forKey: "location")
      try members.encodeIfPresent(held, forKey: "held")
    case .stuckThread(let first, let location, let others):
      var members = choices.add("stuckParty")
      try members.encode(first, forKey: "_0")
      try members.encodeIfPresent(location, forKey: "location")
      try members.encode(others, forKey: "others")
    case .tooEarly(let first, let by, let location, let step):
      var members = choices.add("tooEarly")
      try members.encode(first, forKey: "_0")
      try members.encode(by, forKey: "by")
      try members.encodeIfPresent(location, forKey: "location")
      try members.encode(step, forKey: "step")
    case .endedWithout(let first, let second):
      var members = choices.add("endedWithout")
      try members.encode(first, forKey: "_0")
      try members.encode(second, forKey: "_1")
    case .mainThread: choices.add("mainThread")
    case .resume(let first):
      var members = choices.add("resume")
      try members.encode(first, forKey: "_0")
    case .worker: choices.add("worker")
    case .nobody: choices.add("nobody")
    }
  }
}

extension BlockReason: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "party": self = .participant(try members("_0"))
    case "earlierBlock": self = .earlierBlock
    case "closed": self = .closed(try members("_0"))
    case "noWorker": self = .noWorker
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .participant(let first):
      var members = choices.add("party")
      try members.encode(first, forKey: "_0")
    case .earlierBlock: choices.add("earlierBlock")
    case .closed(let first):
      var members = choices.add("closed")
      try members.encode(first, forKey: "_0")
    case .noWorker: choices.add("noWorker")
    }
  }
}

extension WaitEdge: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    waiter = try members("waiter")
    operation = try members("operation")
    resource = try members("resource")
    holder = try members.optional("holder")
    location = try members.optional("location")
    heldSince = try members.optional("heldSince")
    wakers = try members("wakers")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(waiter, forKey: "waiter")
    try members.encode(operation, forKey: "operation")
    try members.encode(resource, forKey: "resource")
    try members.encodeIfPresent(holder, forKey: "holder")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encodeIfPresent(heldSince, forKey: "heldSince")
    try members.encode(wakers, forKey: "wakers")
  }
}
