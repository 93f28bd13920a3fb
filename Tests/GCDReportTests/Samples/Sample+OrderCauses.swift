// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Failed checks whose reports begin where nothing keeps two steps in order.
extension Sample {
  static var orderCauses: [(name: String, finding: Finding)] {
    [
      ("GCD501-early-signal", tooEarlySignal), ("GCD501-code-behind", codeBehindASignal),
      ("GCD501-two-sections", twoSections), ("GCD501-concurrent-queue", concurrentBlocks),
      ("GCD501-not-done", notDone),
      ("GCD501-standstill", standstill), ("GCD501-enter-behind-the-wait", enterBehindTheWait),
      ("GCD501-not-awaited", notAwaited),
      ("GCD501-no-wait", noWait), ("GCD501-short-wait", shortWait),
    ]
  }

  private static let lock = ObjectName(.lock, created: at("Sources/App/Store.swift", 4, 22), ordinal: 1)
  private static let check = at("Sources/App/main.swift", 40, 1)

  private static func step(
    _ index: Int, _ who: String, _ operation: OperationKind, _ object: ObjectName, _ line: Int,
    calledAt caller: Int? = nil, block: Int? = nil, number: Int? = nil
  ) -> StepLine {
    let place = at("Sources/App/Store.swift", line, 5)
    var step = StepLine(index, who, operation, object, at: place)
    step.callers = [place] + [caller.map { at("Sources/App/Store.swift", $0, 9) }].compactMap(\.self)
    step.block = block.map { at("Sources/App/main.swift", $0, 9) }
    step.blockNumber = number
    return step
  }

  private static func failure(
    _ order: OrderDifference?, _ excerpt: String, column: Int, in function: String,
    unfinished: [Participant]? = nil
  ) -> Finding {
    let place = order?.cause?.location ?? check
    return Finding(
      .testFailed(
        TestFailure(
          .trap(message: "no value"), by: "main thread", order: order, unfinished: unfinished,
          location: order?.cause == nil ? nil : check)),
      at: place, participants: [Participant("main thread", .running, stack: [frame(function, check)])],
      context: context("app"), excerpt: SourceExcerpt(line: place.line, column: column, text: excerpt))
  }

  static var standstill: Finding {
    var finding = failure(nil, "    permits.wait()", column: 13, in: "upload()")
    guard case .testFailed(var failure) = finding.kind else { return finding }
    let hang = semaphore
    failure.timeouts = [
      Timeout(
        .groupWait,
        on: ObjectName(.group, label: nil, created: at("Sources/App/main.swift", 9, 20), ordinal: 1),
        after: 30_000_000_000, at: check)
    ]
    failure.standstillStep = 20
    failure.standstill = Standstill(hang.kind, participants: hang.participants)
    failure.location = check
    finding.kind = .testFailed(failure)
    finding.location = hang.participants.first?.location
    return finding
  }

  static var tooEarlySignal: Finding {
    let ready = ObjectName(.semaphore, created: at("Sources/App/Store.swift", 5, 23), ordinal: 1)
    let signal = step(8, "worker 1", .signal, ready, 11, calledAt: 20, block: 30)
    return failure(
      OrderDifference(
        step(12, "worker 1", .lock, lock, 12, calledAt: 20, block: 30),
        before: step(10, "main thread", .lock, lock, 26), cause: .earlyRelease(call: signal)),
      "    ready.signal()", column: 5, in: "answer()")
  }

  static var codeBehindASignal: Finding {
    let done = ObjectName(.semaphore, created: at("Sources/App/Store.swift", 7, 22), ordinal: 2)
    var signal = step(6, "worker 1", .signal, done, 14, calledAt: 20, block: 30)
    signal.pausesUntil = signal.index + 2
    return failure(
      OrderDifference(
        signal, before: step(7, "main thread", .wait, done, 31), cause: .codeBehind(call: signal)),
      "    done.signal()", column: 5, in: "wait()")
  }

  static var twoSections: Finding {
    let first = step(7, "worker 1", .unlock, lock, 12, calledAt: 20, block: 30, number: 1)
    return failure(
      OrderDifference(
        step(12, "worker 1", .lock, lock, 15, calledAt: 21, block: 30, number: 1),
        before: step(9, "worker 2", .lock, lock, 12, calledAt: 20, block: 30, number: 2),
        isFirstMissing: true, isFirstRepeated: true,
        cause: .splitSection(call: first, place: at("Sources/App/Store.swift", 20, 9))),
      "    if count == 0 {", column: 8, in: "count()")
  }

  static var concurrentBlocks: Finding {
    let queue = ObjectName(
      .concurrentQueue, label: "log", created: at("Sources/App/Store.swift", 3, 11), ordinal: 1)
    return failure(
      OrderDifference(
        step(6, "worker 1", .lock, lock, 12, block: 30, number: 1),
        before: step(5, "worker 2", .lock, lock, 12, block: 30, number: 2),
        cause: .concurrentQueue(queue: queue, unordered: nil)),
      "let log = DispatchQueue(label: \"log\", attributes: .concurrent)", column: 11,
      in: "log()")
  }

  static var notDone: Finding {
    let queue = ObjectName(.serialQueue, label: "ingest", ordinal: 1)
    func queued(_ line: Int) -> Participant {
      let stack = [frame("main", at("Sources/App/main.swift", line, 9))]
      return Participant(
        "worker", .waitingForWorker, insideBlockOf: queue, stack: [],
        submission: Submission(.async, queue: queue, stack: stack))
    }
    let sleeper = Participant(
      "worker 1", .blocked(in: .sleep, on: nil),
      stack: [frame("closure #1 in load()", at("Sources/App/Store.swift", 60, 5))])
    let others = [queued(31), queued(31), sleeper, queued(33), queued(34), queued(35)]
    return failure(nil, "precondition(total == 2)", column: 1, in: "total()", unfinished: others)
  }

  static var enterBehindTheWait: Finding {
    let group = ObjectName(.group, created: at("Sources/App/Store.swift", 6, 13), ordinal: 1)
    let enter = step(9, "worker 1", .enter, group, 12, block: 30)
    return failure(
      OrderDifference(
        enter, before: step(3, "main thread", .groupWait, group, 26), cause: .lateEnter(call: enter)),
      "    group.enter()", column: 5, in: "enter()")
  }

  static var notAwaited: Finding {
    let queue = ObjectName(.globalQueue, label: "default", ordinal: 1)
    return failure(
      OrderDifference(
        step(9, "worker 1", .lock, lock, 12, block: 30), before: step(3, "main thread", .lock, lock, 26),
        isFirstMissing: true,
        cause: .notAwaited(call: step(1, "main thread", .async, queue, 11, calledAt: 30))),
      "    DispatchQueue.global().async {", column: 5, in: "submit()")
  }

  static var noWait: Finding {
    let thread = ObjectName(.thread, label: "thread 1", ordinal: 1)
    let read = step(3, "main thread", .lock, lock, 26)
    return failure(
      OrderDifference(
        step(9, "thread 1", .lock, lock, 12), before: read,
        cause: .noWait(
          call: read, submission: step(1, "main thread", .createThread, thread, 11, calledAt: 30))),
      "    let rows = read()", column: 5, in: "read()")
  }

  static var shortWait: Finding {
    var finding = failure(nil, "    _ = answered.wait(timeout: .now() + 1)", column: 18, in: "ask()")
    guard case .testFailed(var failure) = finding.kind else { return finding }
    let semaphore = ObjectName(.semaphore, created: at("Sources/App/Store.swift", 9, 20), ordinal: 1)
    let timeout = Timeout(
      .wait, on: semaphore, after: 1_000_000_000, at: at("Sources/App/Store.swift", 22, 18))
    failure.timeouts = [timeout]
    failure.shortWait = timeout
    failure.location = check
    finding.kind = .testFailed(failure)
    finding.location = timeout.location
    finding.excerpt?.line = 22
    return finding
  }
}
