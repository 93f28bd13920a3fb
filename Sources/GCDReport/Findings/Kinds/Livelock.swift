// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD402: the step bound was reached twice, the second time under a fair order.
public struct Livelock: Sendable, Codable, Equatable {
  /// Why the run was given up.
  public enum Reason: String, Sendable, Codable {
    /// The step bound was reached.
    case stepBound = "stepBound"
    /// Ten times the step bound was reached, by a run that still did new things.
    case length = "length"
    /// The watchdog saw a participant run for long without any call that gcdcheck can see.
    case noDispatchCall = "noDispatchCall"
  }

  /// Why the run was given up.
  public var reason: Reason
  /// Steps made when the run was given up.
  public var steps: Int
  /// Who repeats the same steps, by name.
  public var spinning: [String]
  /// The steps of one round.
  public var round: [StepLine]
  /// What those who go round try to take without success, from whom; nil where no task holds it for long.
  public var attempts: [WaitEdge]?
  /// The process whose end is awaited again and again, and that waits for the program; nil where there is
  /// none.
  public var child: StuckChild?

  package init(
    _ reason: Reason, steps: Int, spinning: [String], round: [StepLine] = [], attempts: [WaitEdge]? = nil
  ) {
    self.attempts = attempts
    self.reason = reason
    self.steps = steps
    self.spinning = spinning
    self.round = round
  }

  private enum CodingKeys: String, CodingKey {
    case reason = "reason"
    case steps = "steps"
    case spinning = "spinning"
    case round = "round"
    case attempts = "attempts"
    case child = "child"
  }
}

extension Livelock: FindingEvidence {
  var code: FindingCode { .livelock }

  func headline(participants: [Participant]) -> String {
    let who = spinning.isEmpty ? "the run" : list(spinning.map(named))
    let verb = spinning.count > 1 ? "repeat" : "repeats"
    if let child {
      let verb = spinning.count > 1 ? "wait" : "waits"
      return "\(who) \(verb) for \(child.name), which waits for this one: \(child.wait)"
    }
    return switch reason {
    case .stepBound:
      "after \(grouped(steps)) steps \(who) still \(verb) without making progress"
    case .length: "after \(grouped(steps)) steps the schedule has not come to its end"
    case .noDispatchCall:
      "\(who) \(spinning.count > 1 ? "run" : "runs") on and on without a call that gcdcheck can see"
    }
  }

  var consequence: String? { child == nil ? reason.consequence : nothingHelps }

  var excerptMark: String? { child == nil ? nil : "waits here" }

  var hints: [Hint?] { [child?.hint] }

  func severity(_ verdict: Verdict) -> Severity? { verdict == .potential ? .warning : nil }

  func add(to text: inout FindingText) {
    text.add(attempts: attempts ?? [])
    guard !round.isEmpty else { return }
    text.add(CollapsedLoops(round), title: "one round of it")
  }
}

extension Livelock.Reason {
  /// What it means.
  fileprivate var consequence: String {
    switch self {
    case .stepBound:
      "Tried again under a fair order, in which yields, sleeps and failed attempts lose priority: still no "
        + "end."
    case .length:
      "It may be endless, or only long: it still makes new objects or moves data. No further schedules were "
        + "tried. Make the test shorter, or raise maxSteps (GCDCHECK_MAX_STEPS)."
    case .noDispatchCall:
      "gcdcheck cannot switch away from code that makes no calls, so no other thread could run meanwhile. "
        + "This is a limit of gcdcheck and not certainly a defect: where another thread writes what a loop "
        + "waits for, or where the work is only long, the real program continues. Let such a loop yield or "
        + "sleep in each round, or give long work more time (GCDCHECK_WATCHDOG)."
    }
  }
}
