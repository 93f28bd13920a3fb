// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD401: two accesses to the same memory that nothing orders.
public struct DataRace: Sendable, Codable, Equatable {
  /// What an access does to the memory.
  public enum Action: String, Sendable, Codable {
    case reads = "reads"
    case writes = "writes"
    /// Reads in one instruction that no other access can divide.
    case readsAtomically = "readsAtomically"
    case writesAtomically = "writesAtomically"
    /// Gives the memory back to the system.
    case frees = "frees"
  }

  /// One of the two accesses.
  public struct Access: Sendable, Codable, Equatable {
    /// Who made it, by name.
    public var participant: String
    /// What it does.
    public var action: Action
    /// Bytes touched; 0 when unknown.
    public var size: Int
    /// Innermost first; empty when it is no longer known.
    public var stack: [StackFrame]
    /// Where the block that made it was submitted; nil for the test body and for threads outside the run.
    public var submission: Submission?

    package init(
      by participant: String, _ action: Action, size: Int = 0, stack: [StackFrame],
      submission: Submission? = nil
    ) {
      self.participant = participant
      self.action = action
      self.size = size
      self.stack = stack
      self.submission = submission
    }

    /// The innermost place in the user's code.
    public var location: CodeLocation? { stack.innermostOfUser?.location }

    private enum CodingKeys: String, CodingKey {
      case participant = "party"
      case action = "deed"
      case size = "size"
      case stack = "stack"
      case submission = "submission"
    }
  }

  /// What the memory belongs to.
  public enum Memory: Sendable, Codable, Equatable {
    /// Allocated while the program ran; the stack is that of the allocation, innermost first.
    case heap(bytes: Int, by: String, stack: [StackFrame])
    /// A variable outside every function; its name is the race's subject.
    case global
    /// On the stack of a participant.
    case stack(of: String)
    case unknown

    private enum CodingKeys: String, CodingKey {
      case heap = "heap"
      case global = "global"
      case stack = "stack"
      case unknown = "unknown"
    }
    private enum HeapCodingKeys: String, CodingKey {
      case bytes = "bytes"
      case by = "by"
      case stack = "stack"
    }
    private enum StackCodingKeys: String, CodingKey { case of = "of" }
  }

  /// The later access first.
  public var accesses: [Access]
  /// The variable, where it is known.
  public var subject: String?
  /// What the memory belongs to.
  public var memory: Memory

  package init(_ accesses: [Access], on subject: String? = nil, in memory: Memory = .unknown) {
    self.accesses = accesses
    self.subject = subject
    self.memory = memory
  }

  /// The name of a participant that is no part of the run.
  public static let outside = "a thread outside the run"

  /// A thread outside the run took part.
  var isWithOutside: Bool { accesses.contains { $0.participant == DataRace.outside } }

  /// Equal for races between the same two lines for the same variable, whichever access came first. Columns
  /// do not count: not every program that reads lines knows them.
  var sites: [String] {
    let places = accesses.map { access in
      access.location?.withoutColumn.full() ?? access.stack.first?.function ?? access.action.rawValue
    }
    return places.sorted() + (subject.map { [$0] } ?? [])
  }

  private enum CodingKeys: String, CodingKey {
    case accesses = "accesses"
    case subject = "subject"
    case memory = "memory"
  }
}

extension DataRace: FindingEvidence {
  var code: FindingCode { .dataRace }

  func headline(participants: [Participant]) -> String {
    let object = subject ?? "the same memory"
    let who = accesses.map { named($0.participant) }
    if let action = accesses.first?.action, accesses.count > 1, accesses.allSatisfy({ $0.action == action }) {
      return "\(list(who)) both \(action.plural) \(object), and nothing orders them"
    }
    let sides = zip(who, accesses).map { "\($0) \($1.action.singular)" }
    return "\(list(sides)) \(object), and nothing orders them"
  }

  func add(to text: inout FindingText) { text.add(self) }
}
