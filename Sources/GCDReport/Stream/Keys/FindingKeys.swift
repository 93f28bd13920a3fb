// Licensed under the Apache License, Version 2.0; see LICENSE.

// Members of a finding and its remarks, by the names that version 1 of the event
// stream has for them: a property may be renamed, these strings may not.

extension Finding {
  enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case severity = "severity"
    case location = "location"
    case parties = "parties"
    case alsoStuck = "alsoStuck"
    case steps = "steps"
    case context = "context"
    case excerpt = "excerpt"
    case remarks = "remarks"
    case course = "course"
  }
}

extension Remark {
  enum CodingKeys: String, CodingKey {
    case madeOutsideBody = "madeOutsideBody"
    case leaked = "leaked"
    case serviceLoop = "serviceLoop"
    case cutOff = "cutOff"
    case uncontrolledThread = "uncontrolledThread"
    case everySchedule = "everySchedule"
    case failsWithoutControl = "failsWithoutControl"
  }

  enum MadeOutsideBodyCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum LeakedCodingKeys: String, CodingKey {
    case bytes = "bytes"
  }

  enum ServiceLoopCodingKeys: String, CodingKey {
    case party = "party"
    case on = "on"
    case location = "location"
  }

  enum CutOffCodingKeys: String, CodingKey {
    case blocks = "blocks"
    case afterNanoseconds = "afterNanoseconds"
  }

  enum UncontrolledThreadCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}
