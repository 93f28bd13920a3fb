// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What another task wrote in an actor while a function of that actor's was suspended.
public struct StateChange: Sendable, Codable, Equatable {
  public var actor: ObjectName
  /// The task that was suspended in the function, and where.
  public var suspended: ParticipantPlace
  /// The task that wrote meanwhile, and where it had come to the actor.
  public var by: ParticipantPlace
  /// What it wrote.
  public var writes: [PropertyWrite]
  /// Where the function continued.
  public var resumed: CodeLocation?
  /// What the suspended task wrote afterwards.
  public var ownWrites: [PropertyWrite]

  package init(
    of actor: ObjectName, suspended: ParticipantPlace, resumed: CodeLocation?, by: ParticipantPlace,
    writes: [PropertyWrite], ownWrites: [PropertyWrite]
  ) {
    self.actor = actor
    self.suspended = suspended
    self.by = by
    self.writes = writes
    self.resumed = resumed
    self.ownWrites = ownWrites
  }

  private enum CodingKeys: String, CodingKey {
    case actor = "actor"
    case suspended = "suspended"
    case by = "by"
    case writes = "writes"
    case resumed = "resumed"
    case ownWrites = "ownWrites"
  }
}

/// A stored property that was written.
public struct PropertyWrite: Sendable, Codable, Equatable {
  public var name: String
  /// The values, where they read well: numbers, short texts, names of cases, numbers of elements.
  public var before: String?
  public var after: String?

  package init(_ name: String, before: String?, after: String?) {
    self.name = name
    self.before = before
    self.after = after
  }

  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case before = "before"
    case after = "after"
  }
}

extension StateChange {
  /// Characters: those that name the first writes, next to the task and the place.
  fileprivate static let widestWrites = 34
}

extension PropertyWrite {
  /// "balance (100 -> 40)".
  var phrase: String {
    guard let before, let after, before != after else { return name }
    return "\(name) (\(before) -> \(after))"
  }
}

extension FindingText {
  mutating func add(_ change: StateChange) {
    let own = change.ownWrites.isEmpty ? "continues" : "writes \(phrase(change.ownWrites))"
    page.line("  in \(change.actor.compact)")
    page.table(
      [
        row("\(named(change.suspended.participant)) is suspended", "at", change.suspended.location),
        row("\(named(change.by.participant)) writes \(phrase(change.writes))", "from", change.by.location),
        row("\(named(change.suspended.participant)) \(own)", "from", change.resumed),
      ], indent: 4, gap: 2)
  }

  private func row(_ event: String, _ preposition: String, _ place: CodeLocation?) -> [String] {
    [event, place.map { "\(preposition) \($0.short)" } ?? ""]
  }

  private func phrase(_ writes: [PropertyWrite]) -> String {
    var (named, count) = (writes[0].phrase, 1)
    while count < writes.count, named.count + writes[count].phrase.count < StateChange.widestWrites {
      named += ", " + writes[count].phrase
      count += 1
    }
    return count == writes.count ? named : "\(named) and \(writes.count - count) more"
  }
}
