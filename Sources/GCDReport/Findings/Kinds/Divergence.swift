// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD901: the same schedule took another trace.
public struct Divergence: Sendable, Codable, Equatable {
  /// The most likely reason, where one can be known.
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

    /// What can be known from the first steps that differ.
    ///
    /// The same call by the same participant on one of several objects that only their addresses distinguish:
    /// most likely a collection that hashes by address was gone through.
    public static func likely(_ expected: StepLine?, _ actual: StepLine?) -> Leak {
      guard let expected, let actual, let object = expected.object, let other = actual.object,
        expected.participant == actual.participant, expected.operation == actual.operation,
        object.isPlaceShared, other.isPlaceShared, object.ordinal != other.ordinal,
        object.label == other.label, object.created?.withoutColumn == other.created?.withoutColumn
      else { return .unknown }
      return .addresses
    }

    private enum CodingKeys: String, CodingKey {
      case state = "state"
      case object = "object"
      case realTime = "realTime"
      case randomness = "randomness"
      case addresses = "addresses"
      case uncontrolledThread = "uncontrolledThread"
      case thread = "thread"
      case unknown = "unknown"
    }
    private enum StateCodingKeys: String, CodingKey { case name = "name" }
    private enum ThreadCodingKeys: String, CodingKey {
      case started = "started"
      case object = "object"
    }
  }

  /// The first step that differs.
  public var step: StepIndex
  /// What the first run did there; nil = it had ended.
  public var expected: StepLine?
  /// What the second run did there; nil = it had ended.
  public var actual: StepLine?
  /// What leaked in, as far as it can be known.
  public var leak: Leak

  package init(at step: StepIndex, expected: StepLine?, actual: StepLine?, leak: Leak = .unknown) {
    self.step = step
    self.expected = expected
    self.actual = actual
    self.leak = leak
  }

  private enum CodingKeys: String, CodingKey {
    case step = "step"
    case expected = "expected"
    case actual = "actual"
    case leak = "leak"
  }
}

extension Divergence: FindingEvidence {
  var code: FindingCode { .notDeterministic }

  func headline(participants: [Participant]) -> String {
    if case .thread = leak { return "the schedule waits for a thread that an earlier schedule has started" }
    if !hasStep { return "the run does not repeat: the same schedule came out otherwise when it ran again" }
    return "the run does not repeat: step \(step) took another course when the same schedule ran again"
  }

  /// A step tells the two runs apart.
  var hasStep: Bool { expected != nil || actual != nil }

  var hints: [Hint?] {
    switch leak {
    case .state, .object: [.buildInsideBody]
    default: []
    }
  }

  func add(to text: inout FindingText) {
    if case .thread = leak { return text.page.prose("  ", leak.sentence) }
    if !hasStep {
      let difference =
        if case .state = leak {
          "It passed first, and fails when the same process executes it again."
        } else {
          "Two further runs of it took the same \(step) steps: what differs shows in some runs only."
        }
      text.page.prose("  ", difference)
      text.page.gap()
      return text.page.prose("  ", leak.sentence)
    }
    let rows = [("expected", expected), ("actual", actual)].map { name, line -> [String] in
      guard let line else { return [name, "the end of the run"] }
      return [name, line.participant, line.action, text.short(line.location)]
    }
    text.page.line("  step \(step)")
    text.page.table(rows, indent: 4)
    text.page.gap()
    text.page.prose("  ", leak.sentence)
  }
}

extension Divergence.Leak {
  /// What most likely leaked into the run.
  var sentence: String {
    switch self {
    case .state(let name):
      "State outlives a schedule: "
        + (name.map { "\"\($0)\" was" } ?? "most likely a static, a singleton or a file was")
        + " changed by an earlier one. Build it inside the body, or ask for a process per schedule."
    case .object(let object):
      "\(object.phrase.capitalizedFirst) was made outside the body and keeps what an earlier schedule did "
        + "to it. Make it inside the body."
    case .realTime: "The body reads a clock behind gcdcheck's back; use Date, DispatchTime or clock_gettime."
    case .randomness:
      "The body reads random bytes behind gcdcheck's back (/dev/urandom?); use SystemRandomNumberGenerator."
    case .addresses:
      "The course depends on addresses, which differ from run to run: most likely the order of a Set or "
        + "Dictionary that hashes by ObjectIdentifier or by pointer."
    case .uncontrolledThread: "A thread outside the run took part."
    case .thread(let started, let object):
      "\(object.phrase.capitalizedFirst) belongs to a thread that an earlier schedule started"
        + "\(started.map { " at \($0.short)" } ?? ""). The threads of a schedule end with it, what is static "
        + "stays: one continues without the other. Start inside the body what the body needs, or run each "
        + "schedule in a process of its own."
    case .unknown:
      "Something that gcdcheck does not control differs from run to run: state that outlives a schedule, "
        + "real time, addresses, files or the network."
    }
  }
}
