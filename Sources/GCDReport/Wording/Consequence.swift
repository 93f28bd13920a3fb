// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingKind {
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
}

extension FindingNote {
  /// The fact as a sentence.
  var text: String {
    switch self {
    case .madeOutsideBody(let object):
      "\(object.phrase) was made outside the body and keeps a changed count; build it inside"
    case .leaked(let bytes):
      "the abandoned run leaked \(byteCount(bytes)); Swift cannot unwind a thread that hangs"
    case .leftBehind(byTest: false): "the body had returned by then; this is what it left behind"
    case .leftBehind(byTest: true):
      "the test had ended by then; what it leaves behind continues while the next tests run"
    case .uncontrolledThread(let name): "thread \"\(name.onOneLine)\" outside the run called in"
    case .everySchedule: "comes out in every schedule, so any seed shows it"
    case .otherOrder(let difference): difference.sentence
    case .fewerCalls(let call, let object, let place, let passing, let here):
      "in a schedule that passes, \(call.verb) is called on \(object.compact) at \(place.short) "
        + "\(times(passing)); here \(here == 0 ? "it is not" : times(here))"
    case .failsWithoutControl: "the test fails without gcdcheck as well, so perhaps no order is to blame"
    }
  }
}
