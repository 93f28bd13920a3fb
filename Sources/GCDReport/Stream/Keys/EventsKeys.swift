// Licensed under the Apache License, Version 2.0; see LICENSE.

// Members of the events, and of what is said of tests and runs, by the names that version 1 of the event
// stream has for them: a property may be renamed, these strings may not.

extension CoverageFigures {
  enum CodingKeys: String, CodingKey {
    case schedulesRun = "schedulesRun"
    case distinctSchedules = "distinctSchedules"
    case partialOrders = "partialOrders"
    case handOffPairs = "handOffPairs"
    case isExact = "isExact"
    case looked = "looked"
    case discoveryClass = "discoveryClass"
    case singles = "singles"
    case drawn = "drawn"
    case lastNewPartialOrder = "lastNewPartialOrder"
    case lastNewHandOff = "lastNewHandOff"
  }
}

extension Expectation {
  enum CodingKeys: String, CodingKey {
    case clean = "clean"
    case finding = "finding"
    case outcomes = "outcomes"
  }

  enum FindingCodingKeys: String, CodingKey {
    case _0 = "_0"
    case names = "names"
  }

  enum OutcomesCodingKeys: String, CodingKey {
    case variables = "variables"
    case values = "values"
  }
}

extension RunStarted {
  enum CodingKeys: String, CodingKey {
    case tool = "tool"
    case directory = "directory"
    case announcesTests = "announcesTests"
    case shard = "shard"
    case subject = "subject"
    case strict = "strict"
    case invocation = "invocation"
  }
}

extension TestStarted {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case location = "location"
    case schedules = "schedules"
    case seed = "seed"
    case strategy = "strategy"
  }
}

extension ScheduleStarted {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case schedule = "schedule"
    case seed = "seed"
  }
}

extension TraceStep {
  enum CodingKeys: String, CodingKey {
    case schedule = "schedule"
    case line = "line"
  }
}

extension FindingFound {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case isExpected = "isExpected"
    case finding = "finding"
  }
}

extension ScheduleEnded {
  enum CodingKeys: String, CodingKey {
    case schedule = "schedule"
    case steps = "steps"
    case virtualTime = "virtualTime"
    case traceHash = "traceHash"
  }
}

extension StopReason {
  enum CodingKeys: String, CodingKey {
    case completed = "completed"
    case finding = "finding"
    case exhausted = "exhausted"
    case time = "time"
    case deadRuns = "deadRuns"
    case tooLong = "tooLong"
    case saturated = "saturated"
    case assertion = "assertion"
    case interrupted = "interrupted"
  }

  enum DeadRunsCodingKeys: String, CodingKey {
    case count = "count"
    case leakedBytes = "leakedBytes"
  }

  enum TooLongCodingKeys: String, CodingKey {
    case steps = "steps"
  }

  enum SaturatedCodingKeys: String, CodingKey {
    case schedules = "schedules"
  }
}

extension CutSchedule {
  enum CodingKeys: String, CodingKey {
    case number = "number"
    case steps = "steps"
  }
}

extension RunNote {
  enum CodingKeys: String, CodingKey {
    case racesNotChecked = "racesNotChecked"
    case unusedAllowance = "unusedAllowance"
    case silenced = "silenced"
    case notControlled = "notControlled"
    case noLongerFound = "noLongerFound"
    case savedScheduleUnreadable = "savedScheduleUnreadable"
    case saved = "saved"
    case notSaved = "notSaved"
    case servesForGood = "servesForGood"
    case madeOutsideBody = "madeOutsideBody"
    case noSourceLines = "noSourceLines"
    case unknownHere = "unknownHere"
  }

  enum UnusedAllowanceCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum SilencedCodingKeys: String, CodingKey {
    case count = "count"
  }

  enum NoLongerFoundCodingKeys: String, CodingKey {
    case _0 = "_0"
    case finding = "finding"
  }

  enum SavedScheduleUnreadableCodingKeys: String, CodingKey {
    case entry = "entry"
    case reason = "reason"
  }

  enum SavedCodingKeys: String, CodingKey {
    case entries = "entries"
  }

  enum NotSavedCodingKeys: String, CodingKey {
    case file = "file"
    case reason = "reason"
  }

  enum ServesForGoodCodingKeys: String, CodingKey {
    case schedules = "schedules"
  }

  enum MadeOutsideBodyCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum NoSourceLinesCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum UnknownHereCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}

extension TestEnded {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case outcome = "outcome"
    case schedules = "schedules"
    case requested = "requested"
    case distinct = "distinct"
    case stopped = "stopped"
    case cut = "cut"
    case choicePoints = "choicePoints"
    case traceHash = "traceHash"
    case search = "search"
    case part = "part"
    case coverage = "coverage"
  }
}

extension TestEnded.Outcome {
  enum CodingKeys: String, CodingKey {
    case passed = "passed"
    case hardlyTried = "hardlyTried"
    case failed = "failed"
    case unexpected = "unexpected"
    case asExpected = "asExpected"
    case skipped = "skipped"
  }

  enum UnexpectedCodingKeys: String, CodingKey {
    case expected = "expected"
    case actual = "actual"
  }

  enum AsExpectedCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum SkippedCodingKeys: String, CodingKey {
    case reason = "reason"
  }
}

extension RunEnded {
  enum CodingKeys: String, CodingKey {
    case tests = "tests"
    case schedules = "schedules"
    case distinct = "distinct"
    case errors = "errors"
    case warnings = "warnings"
    case failedTests = "failedTests"
    case hardlyTried = "hardlyTried"
    case notBegun = "notBegun"
    case stopped = "stopped"
    case notes = "notes"
    case choicePoints = "choicePoints"
    case search = "search"
    case coverage = "coverage"
    case cut = "cut"
    case exhausted = "exhausted"
    case directedRuns = "directedRuns"
    case shard = "shard"
  }
}

extension SearchExtent {
  enum CodingKeys: String, CodingKey {
    case interleavings = "interleavings"
    case bound = "bound"
    case isComplete = "isComplete"
  }
}

extension ShardPart {
  enum CodingKeys: String, CodingKey {
    case hashes = "hashes"
    case looks = "looks"
    case beginning = "beginning"
    case hashesOfBeginning = "hashesOfBeginning"
    case findingsOfBeginning = "findingsOfBeginning"
    case last = "last"
    case isEndedByFinding = "isEndedByFinding"
    case isEndedBySaved = "isEndedBySaved"
    case directed = "directed"
    case expectation = "expectation"
    case outcomes = "outcomes"
  }
}

extension ShardPart.DirectedRuns {
  enum CodingKeys: String, CodingKey {
    case number = "number"
    case runs = "runs"
  }
}
