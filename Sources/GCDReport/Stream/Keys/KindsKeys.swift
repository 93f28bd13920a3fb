// Licensed under the Apache License, Version 2.0; see LICENSE.

// Members of the evidence of each kind of finding, by the names that version 1 of the event
// stream has for them: a property may be renamed, these strings may not.

extension DataRace {
  enum CodingKeys: String, CodingKey {
    case accesses = "accesses"
    case subject = "subject"
    case memory = "memory"
  }
}

extension DataRace.Access {
  enum CodingKeys: String, CodingKey {
    case party = "party"
    case deed = "deed"
    case size = "size"
    case stack = "stack"
    case submission = "submission"
  }
}

extension DataRace.Memory {
  enum CodingKeys: String, CodingKey {
    case heap = "heap"
    case global = "global"
    case stack = "stack"
    case unknown = "unknown"
  }

  enum HeapCodingKeys: String, CodingKey {
    case bytes = "bytes"
    case by = "by"
    case stack = "stack"
  }

  enum StackCodingKeys: String, CodingKey {
    case of = "of"
  }
}

extension Divergence {
  enum CodingKeys: String, CodingKey {
    case step = "step"
    case expected = "expected"
    case actual = "actual"
    case leak = "leak"
  }
}

extension Divergence.Leak {
  enum CodingKeys: String, CodingKey {
    case state = "state"
    case object = "object"
    case realTime = "realTime"
    case randomness = "randomness"
    case addresses = "addresses"
    case uncontrolledThread = "uncontrolledThread"
    case thread = "thread"
    case unknown = "unknown"
  }

  enum StateCodingKeys: String, CodingKey {
    case name = "name"
  }

  enum ObjectCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum ThreadCodingKeys: String, CodingKey {
    case started = "started"
    case object = "object"
  }
}

extension DroppedSource {
  enum CodingKeys: String, CodingKey {
    case source = "source"
    case dropped = "dropped"
    case hasCancelHandler = "hasCancelHandler"
    case nextEvent = "nextEvent"
  }
}

extension ExhaustedPool {
  enum CodingKeys: String, CodingKey {
    case needed = "needed"
    case width = "width"
    case edges = "edges"
    case queued = "queued"
    case queuedCount = "queuedCount"
  }
}

extension FailedPrecondition {
  enum CodingKeys: String, CodingKey {
    case rule = "rule"
    case queue = "queue"
    case actual = "actual"
    case party = "party"
  }
}

extension GlobalBarrier {
  enum CodingKeys: String, CodingKey {
    case operation = "operation"
    case queue = "queue"
  }
}

extension LeftBehind {
  enum CodingKeys: String, CodingKey {
    case state = "state"
    case object = "object"
    case count = "count"
    case pending = "pending"
    case pendingCount = "pendingCount"
    case waiter = "waiter"
    case ledger = "ledger"
  }
}

extension Livelock {
  enum CodingKeys: String, CodingKey {
    case reason = "reason"
    case steps = "steps"
    case spinning = "spinning"
    case round = "round"
    case attempts = "attempts"
  }
}

extension MisuseEvidence {
  enum CodingKeys: String, CodingKey {
    case misuse = "misuse"
    case party = "party"
    case object = "object"
    case ledger = "ledger"
    case other = "other"
    case value = "value"
    case expected = "expected"
  }
}

extension OppositeOrders {
  enum CodingKeys: String, CodingKey {
    case edges = "edges"
  }
}

extension OwnQueueSync {
  enum CodingKeys: String, CodingKey {
    case party = "party"
    case operation = "operation"
    case queue = "queue"
    case held = "held"
    case chain = "chain"
    case hold = "hold"
    case heldSince = "heldSince"
  }
}

extension StarvedGroup {
  enum CodingKeys: String, CodingKey {
    case group = "group"
    case count = "count"
    case waiting = "waiting"
    case ledger = "ledger"
  }
}

extension StarvedGroup.Waiting {
  enum CodingKeys: String, CodingKey {
    case wait = "wait"
    case notify = "notify"
  }

  enum WaitCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum NotifyCodingKeys: String, CodingKey {
    case party = "party"
    case location = "location"
    case queue = "queue"
  }
}

extension StarvedSemaphore {
  enum CodingKeys: String, CodingKey {
    case edge = "edge"
    case initialValue = "initialValue"
    case ledger = "ledger"
  }
}

extension StarvedWait {
  enum CodingKeys: String, CodingKey {
    case edge = "edge"
    case subject = "subject"
  }
}

extension StuckTask {
  enum CodingKeys: String, CodingKey {
    case party = "party"
    case location = "location"
    case continuation = "continuation"
    case awaited = "awaited"
    case made = "made"
    case awaiters = "awaiters"
  }
}

extension StuckTask.Awaiter {
  enum CodingKeys: String, CodingKey {
    case party = "party"
    case location = "location"
  }
}

extension TestFailure {
  enum CodingKeys: String, CodingKey {
    case cause = "cause"
    case further = "further"
    case party = "party"
    case timeouts = "timeouts"
    case ledgers = "ledgers"
  }
}

extension TestFailure.Cause {
  enum CodingKeys: String, CodingKey {
    case assertion = "assertion"
    case thrown = "thrown"
    case trap = "trap"
    case signal = "signal"
    case stackOverflow = "stackOverflow"
    case sanitizer = "sanitizer"
    case exit = "exit"
    case status = "status"
  }

  enum AssertionCodingKeys: String, CodingKey {
    case message = "message"
  }

  enum ThrownCodingKeys: String, CodingKey {
    case error = "error"
  }

  enum TrapCodingKeys: String, CodingKey {
    case message = "message"
  }

  enum SignalCodingKeys: String, CodingKey {
    case number = "number"
    case name = "name"
  }

  enum ExitCodingKeys: String, CodingKey {
    case code = "code"
  }

  enum StatusCodingKeys: String, CodingKey {
    case code = "code"
  }
}

extension Timeout {
  enum CodingKeys: String, CodingKey {
    case operation = "operation"
    case object = "object"
    case nanoseconds = "nanoseconds"
    case location = "location"
  }
}

extension Uncontrolled {
  enum CodingKeys: String, CodingKey {
    case form = "form"
    case thread = "thread"
    case object = "object"
  }
}

extension Uncontrolled.Form {
  enum CodingKeys: String, CodingKey {
    case call = "call"
    case startsThread = "startsThread"
    case workInFlight = "workInFlight"
    case runLoopQueue = "runLoopQueue"
    case blocks = "blocks"
    case replacesProgram = "replacesProgram"
  }

  enum CallCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  enum BlocksCodingKeys: String, CodingKey {
    case call = "call"
  }

  enum ReplacesProgramCodingKeys: String, CodingKey {
    case by = "by"
  }
}

extension WaitCycle {
  enum CodingKeys: String, CodingKey {
    case edges = "edges"
    case othersStillRun = "othersStillRun"
  }
}
