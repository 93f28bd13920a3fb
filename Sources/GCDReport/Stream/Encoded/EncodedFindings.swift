// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

// A finding, as version 1 of the event stream writes it: a property or a case may
// be renamed, the strings here may not.

extension Finding: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members()
    kind = try members("kind")
    severity = try members("severity")
    location = try members.optional("location")
    participants = try members("parties")
    alsoStuck = try members("alsoStuck")
    steps = try members("steps")
    context = try members("context")
    excerpt = try members.optional("excerpt")
    remarks = try members("remarks")
    recordedTrace = try members.optional("course")
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.members()
    try members.encode(kind, forKey: "kind")
    try members.encode(severity, forKey: "severity")
    try members.encodeIfPresent(location, forKey: "location")
    try members.encode(participants, forKey: "parties")
    try members.encode(alsoStuck, forKey: "alsoStuck")
    try members.encode(steps, forKey: "steps")
    try members.encode(context, forKey: "context")
    try members.encodeIfPresent(excerpt, forKey: "excerpt")
    try members.encode(remarks, forKey: "remarks")
    try members.encodeIfPresent(recordedTrace, forKey: "course")
  }
}

extension FindingNote: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let (name, members) = try decoder.choice()
    switch name {
    case "madeOutsideBody": self = .madeOutsideBody(try members("_0"))
    case "leaked": self = .leaked(bytes: try members("bytes"))
    case "serviceLoop":
      self = .serviceLoop(
        participant: try members("party"), on: try members.optional("on"),
        location: try members.optional("location"))
    case "cutOff":
      self = .cutOff(blocks: try members("blocks"), afterNanoseconds: try members("afterNanoseconds"))
    case "uncontrolledThread": self = .uncontrolledThread(try members("_0"))
    case "everySchedule": self = .everySchedule
    case "failsWithoutControl": self = .failsWithoutControl
    default: throw decoder.notACase
    }
  }

  /// Writes its form in the event stream.
  public func encode(to encoder: any Encoder) throws {
    var choices = encoder.members()
    switch self {
    case .madeOutsideBody(let first):
      var members = choices.add("madeOutsideBody")
      try members.encode(first, forKey: "_0")
    case .leaked(let bytes):
      var members = choices.add("leaked")
      try members.encode(bytes, forKey: "bytes")
    case .serviceLoop(let participant, let object, let location):
      var members = choices.add("serviceLoop")
      try members.encode(participant, forKey: "party")
      try members.encodeIfPresent(object, forKey: "on")
      try members.encodeIfPresent(location, forKey: "location")
    case .cutOff(let blocks, let afterNanoseconds):
      var members = choices.add("cutOff")
      try members.encode(blocks, forKey: "blocks")
      try members.encode(afterNanoseconds, forKey: "afterNanoseconds")
    case .uncontrolledThread(let first):
      var members = choices.add("uncontrolledThread")
      try members.encode(first, forKey: "_0")
    case .everySchedule: choices.add("everySchedule")
    case .failsWithoutControl: choices.add("failsWithoutControl")
    }
  }
}
