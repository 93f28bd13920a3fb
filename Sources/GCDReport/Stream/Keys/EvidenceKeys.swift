// Licensed under the Apache License, Version 2.0; see LICENSE.

// Members of places, objects, threads, waits and steps, by the names that version 1 of the event
// stream has for them: a property may be renamed, these strings may not.

extension CodeLocation {
  enum CodingKeys: String, CodingKey {
    case file = "file"
    case line = "line"
    case column = "column"
  }
}

extension SourceExcerpt {
  enum CodingKeys: String, CodingKey {
    case line = "line"
    case column = "column"
    case text = "text"
  }
}

extension LedgerRow {
  enum CodingKeys: String, CodingKey {
    case step = "step"
    case party = "party"
    case operation = "operation"
    case before = "before"
    case after = "after"
    case location = "location"
    case function = "function"
    case isAfterTimeout = "isAfterTimeout"
  }
}

extension Ledger {
  enum CodingKeys: String, CodingKey {
    case object = "object"
    case rows = "rows"
    case omitted = "omitted"
  }
}

extension ObjectName {
  enum CodingKeys: String, CodingKey {
    case sort = "sort"
    case label = "label"
    case created = "created"
    case creator = "creator"
    case ordinal = "ordinal"
    case isLabelShared = "isLabelShared"
    case isPlaceShared = "isPlaceShared"
  }
}

extension Submission {
  enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case queue = "queue"
    case delay = "delay"
    case stack = "stack"
  }
}

extension Holding {
  enum CodingKeys: String, CodingKey {
    case object = "object"
    case location = "location"
  }
}

extension Activity {
  enum CodingKeys: String, CodingKey {
    case blocked = "blocked"
    case blockedInCall = "blockedInCall"
    case calling = "calling"
    case running = "running"
    case waitingForWorker = "waitingForWorker"
    case spinning = "spinning"
    case finished = "finished"
  }

  enum BlockedCodingKeys: String, CodingKey {
    case `in` = "in"
    case on = "on"
  }

  enum BlockedInCallCodingKeys: String, CodingKey {
    case name = "name"
  }

  enum CallingCodingKeys: String, CodingKey {
    case _0 = "_0"
    case on = "on"
  }
}

extension Party {
  enum CodingKeys: String, CodingKey {
    case name = "name"
    case activity = "activity"
    case queue = "queue"
    case stack = "stack"
    case submission = "submission"
    case holds = "holds"
  }
}

extension RegressionOrigin {
  enum CodingKeys: String, CodingKey {
    case file = "file"
    case number = "number"
    case manner = "manner"
  }
}

extension ReplayTarget {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case scenario = "scenario"
    case process = "process"
    case program = "program"
  }

  enum TestCodingKeys: String, CodingKey {
    case filter = "filter"
  }

  enum ScenarioCodingKeys: String, CodingKey {
    case path = "path"
  }

  enum ProcessCodingKeys: String, CodingKey {
    case command = "command"
  }
}

extension RunContext {
  enum CodingKeys: String, CodingKey {
    case test = "test"
    case target = "target"
    case schedule = "schedule"
    case schedules = "schedules"
    case strategy = "strategy"
    case seed = "seed"
    case token = "token"
    case poolWidth = "poolWidth"
    case poolGrows = "poolGrows"
    case virtualTime = "virtualTime"
    case neededClockSkew = "neededClockSkew"
    case verdict = "verdict"
    case occurrences = "occurrences"
    case shrinking = "shrinking"
    case regression = "regression"
    case missingReader = "missingReader"
    case directory = "directory"
    case command = "command"
  }
}

extension Shrinking {
  enum CodingKeys: String, CodingKey {
    case before = "before"
    case after = "after"
  }
}

extension Occurrences {
  enum CodingKeys: String, CodingKey {
    case count = "count"
    case schedules = "schedules"
  }
}

extension StackFrame {
  enum CodingKeys: String, CodingKey {
    case function = "function"
    case location = "location"
    case isInlined = "isInlined"
    case isUserCode = "isUserCode"
  }
}

extension StepOutcome {
  enum CodingKeys: String, CodingKey {
    case done = "done"
    case waits = "waits"
    case timedOut = "timedOut"
    case count = "count"
    case clock = "clock"
    case dies = "dies"
  }

  enum CountCodingKeys: String, CodingKey {
    case before = "before"
    case after = "after"
  }

  enum ClockCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}

extension StepLine {
  enum CodingKeys: String, CodingKey {
    case index = "index"
    case party = "party"
    case operation = "operation"
    case object = "object"
    case location = "location"
    case outcome = "outcome"
    case detail = "detail"
  }
}

extension StepExcerpt {
  enum CodingKeys: String, CodingKey {
    case lines = "lines"
    case total = "total"
  }
}

extension Waker {
  enum CodingKeys: String, CodingKey {
    case endOfBlock = "endOfBlock"
    case call = "call"
    case queuedBlock = "queuedBlock"
    case queuedBlocks = "queuedBlocks"
    case stuckParty = "stuckParty"
    case tooEarly = "tooEarly"
    case endedWithout = "endedWithout"
    case mainThread = "mainThread"
    case resume = "resume"
    case worker = "worker"
    case nobody = "nobody"
  }

  enum EndOfBlockCodingKeys: String, CodingKey {
    case queue = "queue"
    case party = "party"
  }

  enum CallCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
  }

  enum QueuedBlockCodingKeys: String, CodingKey {
    case _0 = "_0"
    case queue = "queue"
    case location = "location"
    case held = "held"
  }

  enum QueuedBlocksCodingKeys: String, CodingKey {
    case count = "count"
    case queue = "queue"
    case location = "location"
    case held = "held"
  }

  enum StuckPartyCodingKeys: String, CodingKey {
    case _0 = "_0"
    case location = "location"
    case others = "others"
  }

  enum TooEarlyCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
    case step = "step"
  }

  enum EndedWithoutCodingKeys: String, CodingKey {
    case _0 = "_0"
    case _1 = "_1"
  }

  enum ResumeCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}

extension HoldUp {
  enum CodingKeys: String, CodingKey {
    case party = "party"
    case earlierBlock = "earlierBlock"
    case closed = "closed"
    case noWorker = "noWorker"
  }

  enum PartyCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum ClosedCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}

extension WaitEdge {
  enum CodingKeys: String, CodingKey {
    case waiter = "waiter"
    case operation = "operation"
    case resource = "resource"
    case holder = "holder"
    case location = "location"
    case heldSince = "heldSince"
    case wakers = "wakers"
  }
}
