// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingKind {
  /// What libdispatch says of it on Apple's platforms; nil where it says nothing.
  var libdispatchText: String? {
    switch self {
    case .syncOnOwnQueue(let evidence) where evidence.endsTheProcess:
      "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread"
    case .misuse(let evidence): evidence.misuse.libdispatchText(queue: evidence.object.label)
    case .preconditionFailed(let evidence):
      switch evidence.rule {
      case .onQueue:
        "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue "
          + "[\(evidence.queue.assertionLabel)]"
      case .notOnQueue:
        "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was not expected to execute on queue "
          + "[\(evidence.queue.assertionLabel)]"
      case .asBarrier:
        "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to act as a barrier on queue "
          + "[\(evidence.queue.assertionLabel)]"
      }
    default: nil
    }
  }

  /// What happens in production, on Linux.
  var consequence: String? {
    let hang = "On Linux this program hangs without a message."
    return switch self {
    case .syncOnOwnQueue(let evidence):
      evidence.endsTheProcess ? "on Linux the process dies with SIGILL and no message" : hang
    case .waitCycle(let evidence):
      evidence.othersStillRun
        ? "Other threads may run on, but these never will. On Linux they hang without a message."
        : "Nothing else can run. \(hang)"
    case .semaphoreNeverSignaled, .waitNeverSatisfied, .taskNeverFinishes:
      "Nothing that still runs can change this. \(hang)"
    case .groupNeverEmpty(let evidence):
      if case .notify = evidence.waiting {
        "On Linux the block is silently kept for ever; nothing crashes and nothing is logged."
      } else {
        "Nothing that still runs can change this. \(hang)"
      }
    case .poolExhausted(let evidence): evidence.consequence
    case .misuse(let evidence): evidence.misuse.consequence
    case .preconditionFailed: "on Linux the process dies with SIGILL; the message goes to syslog only"
    case .leftSuspended(let evidence): evidence.waiter == nil ? nil : "Nothing else can run. \(hang)"
    case .sourceDropped: "On Linux nothing is reported and nothing crashes."
    case .barrierOnGlobalQueue: "libdispatch treats it as an ordinary async or sync, without a message."
    case .livelock(let evidence): evidence.reason.consequence
    case .testFailed, .lockOrderInversion, .dataRace, .notDeterministic, .uncontrolled: nil
    }
  }

  /// Why another outcome is possible.
  var potentialReason: String {
    if case .lockOrderInversion = self {
      return "potential: predicted from a run that did not hang; no schedule was found that does"
    }
    if case .dataRace(let race) = self, !race.isWithOutside {
      return "potential: this schedule showed it once and not again; what it touches may be made once in a "
        + "process"
    }
    if case .livelock(let evidence) = self, evidence.reason == .noDispatchCall {
      return "potential: on several processors the other threads run at the same time, and may end it"
    }
    return "potential: something outside gcdcheck's control took part, so the outcome may be another one"
  }

  /// What the mark under the source line says.
  var excerptMark: String? {
    switch self {
    case .syncOnOwnQueue: return "waits for the block that makes this call"
    case .waitCycle, .semaphoreNeverSignaled, .waitNeverSatisfied, .poolExhausted: return "waits here"
    case .leftSuspended(let evidence): return evidence.waiter == nil ? nil : "waits here"
    case .groupNeverEmpty(let evidence):
      if case .wait = evidence.waiting { return "waits here" }
      return "this block never runs"
    case .misuse(let evidence) where evidence.misuse.isRelease: return "the last reference goes here"
    case .misuse(let evidence):
      guard let row = evidence.ledger?.rows.last, row.after < 0 else { return nil }
      return "the count would go from \(row.before) to \(row.after) here"
    default: return nil
    }
  }
}

extension ObjectName {
  /// What libdispatch prints between the brackets of a failed assertion.
  fileprivate var assertionLabel: String {
    switch sort {
    case .mainQueue: "com.apple.main-thread"
    default: label ?? ""
    }
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
        + "waits for, or where the work is only long, the real program goes on. Let such a loop yield or "
        + "sleep in each round, or give long work more time (GCDCHECK_WATCHDOG)."
    }
  }
}

extension Divergence {
  /// A step tells the two runs apart.
  var hasStep: Bool { expected != nil || actual != nil }
}

extension Divergence.Leak {
  /// What most likely leaked into the run.
  var sentence: String {
    switch self {
    case .state(let name):
      "State outlives a schedule: \(name.map { "\"\($0)\" was" } ?? "a static or singleton was") changed by "
        + "an earlier one. Build it inside the body, or ask for a process per schedule."
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
        + "stays: the one goes on without the other. Start inside the body what the body needs, or run each "
        + "schedule in a process of its own."
    case .unknown:
      "Something that gcdcheck does not control differs from run to run: state that outlives a schedule, "
        + "real time, addresses, files or the network."
    }
  }
}

extension Remark {
  /// The fact as a sentence.
  var text: String {
    switch self {
    case .madeOutsideBody(let object):
      "\(object.phrase) was made outside the body and keeps a changed count; build it inside"
    case .leaked(let bytes):
      "the abandoned run leaked \(byteCount(bytes)); Swift cannot unwind a thread that hangs"
    case .serviceLoop(let party, let object, let location):
      "\(named(party)) still waits\(object.map { " for \($0.phrase)" } ?? "")"
        + "\(location.map { " at \($0.short)" } ?? ""); nothing in the test needs it, so it was left there"
    case .cutOff(let blocks, let time):
      "\(counted(blocks, "block")) due later than \(duration(time)) after the body's return "
        + "\(blocks == 1 ? "was" : "were") not run"
    case .uncontrolledThread(let name): "thread \"\(name.onOneLine)\" outside the run called in"
    case .everySchedule: "comes out in every schedule, so any seed shows it"
    case .failsWithoutControl: "the test fails without gcdcheck as well, so perhaps no order is to blame"
    }
  }
}
