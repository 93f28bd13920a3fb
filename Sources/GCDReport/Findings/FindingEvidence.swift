// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What is known of one kind of finding, and everything that is said of it: each kind has one file, below
/// `Kinds`.
protocol FindingEvidence: Sendable, Codable, Equatable {
  /// The stable code.
  var code: FindingCode { get }

  /// One sentence that names the user's objects, without a full stop.
  func headline(participants: [Participant]) -> String

  /// The user's objects that take part, the one that the finding is about first.
  var objects: [ObjectName] { get }

  /// The waits that make up the finding, in the order of its own list; empty where no task waits.
  var waits: [WaitEdge] { get }

  /// The history of the count that the finding is about; nil where it is about none.
  var ledger: Ledger? { get }

  /// What libdispatch says of it on Apple's platforms; nil where it says nothing.
  var libdispatchText: String? { get }

  /// What happens in production, on Linux.
  var consequence: String? { get }

  /// What the mark under the source line says.
  var excerptMark: String? { get }

  /// The patterns that are recognised in it, the most helpful first.
  var hints: [Hint?] { get }

  /// The evidence leaves open why nothing continues: that is in the order of the steps before it, where
  /// another order passes.
  var isExplainedByOrder: Bool { get }

  /// The severity that the evidence asks for; nil = that of the code.
  func severity(_ verdict: Verdict) -> Severity?

  /// Adds what makes the finding true: the cycle, the count's history, the blocks that wait.
  func add(to text: inout FindingText)
}

extension FindingEvidence {
  var objects: [ObjectName] { [] }
  var waits: [WaitEdge] { [] }
  var ledger: Ledger? { nil }
  var libdispatchText: String? { nil }
  var consequence: String? { nil }
  var excerptMark: String? { nil }
  var hints: [Hint?] { [] }
  var isExplainedByOrder: Bool { false }

  func severity(_ verdict: Verdict) -> Severity? { nil }
  func add(to text: inout FindingText) {}

  /// The end of a sentence about a program that waits.
  var hangsInSilence: String { "On Linux this program hangs without a message." }

  /// The consequence of a wait that nothing ends.
  var nothingHelps: String { "Nothing that still runs can change this. \(hangsInSilence)" }
}
