// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

@testable import GCDReport

/// Why nothing keeps two steps in order, from the steps alone.
@Suite struct OrderCauseTests {
  private static let lock = ObjectName(.lock, label: "lock", ordinal: 1)
  private static let ready = ObjectName(.semaphore, label: "ready", ordinal: 1)

  /// Steps of "main" and "other", each in a line of its own.
  private func steps(_ steps: [(String, OperationKind, ObjectName, Int)]) -> [StepLine] {
    zip(0..., steps).map { index, step in
      var line = StepLine(
        index, step.0, step.1, step.2, at: CodeLocation(file: "App.swift", line: step.3))
      line.callers = [CodeLocation(file: "App.swift", line: step.3)]
      return line
    }
  }

  private func cause(failing: [StepLine], passing: [StepLine]) -> OrderCause? {
    OrderDifference(failing: failing, passing: passing)?.cause
  }

  private typealias Step = (String, OperationKind, ObjectName, Int)
  private static let signal: Step = ("main", .signal, ready, 10)
  private static let write: Step = ("main", .lock, lock, 11)
  private static let await: Step = ("other", .wait, ready, 20)
  private static let read: Step = ("other", .lock, lock, 21)

  @Test func aSignalThatComesTooEarly() throws {
    let failing = steps([Self.signal, Self.await, Self.read, Self.write])
    let passing = steps([Self.signal, Self.write, Self.await, Self.read])
    let found = cause(failing: failing, passing: passing)
    #expect(found == .earlyRelease(call: failing[0]))
    #expect(found?.location?.line == 10)
  }

  /// What comes behind the signal is no step; with it and without, the steps are the same.
  @Test func theCodeBehindASignal() {
    let passing = steps([Self.signal, Self.await])
    var failing = passing
    failing[0].pausesUntil = failing.count
    let found = OrderDifference(failing: failing, passing: passing)
    #expect(found?.cause == .codeBehind(call: failing[0]))
    #expect(found?.first == failing[0])
    #expect(found?.second == failing[1])
    // Where both pause it is something else.
    #expect(OrderDifference(failing: failing, passing: failing) == nil)
    // The schedule that is reported does not.
    #expect(OrderDifference(failing: failing, passing: passing, reported: passing) == nil)
  }

  /// Both pause; what decides is whether the task runs on before the other one does.
  @Test func thePauseThatIsLonger() {
    var failing = steps([Self.signal, ("clock", .arrive, Self.ready, 0), Self.await])
    var passing = failing
    failing[0].pausesUntil = 3
    passing[0].pausesUntil = 2
    let found = OrderDifference(failing: failing, passing: passing)
    #expect(found?.cause == .codeBehind(call: failing[0]))
    #expect(found?.second == failing[2])
  }

  /// What the signal has let continue, not somebody who was there.
  @Test func theOneThatTheSignalEnables() {
    let bystander: Step = ("third", .lock, Self.lock, 30)
    let passing = steps([Self.signal, bystander, Self.await])
    var failing = passing
    failing[0].pausesUntil = failing.count
    #expect(OrderDifference(failing: failing, passing: passing)?.second == failing[2])
  }

  /// It was not that signal that let the other one continue.
  @Test func aSignalThatIsNotAwaited() {
    let failing = steps([Self.signal, Self.read, Self.write])
    let passing = steps([Self.signal, Self.write, Self.read])
    #expect(cause(failing: failing, passing: passing) == nil)
  }

  /// A semaphore of which each takes one and gives it back is a lock: it is given back in between.
  @Test func aSemaphoreThatIsALock() throws {
    let section: [Step] = [("main", .wait, Self.ready, 1), ("main", .signal, Self.ready, 2)]
    let second: Step = ("main", .wait, Self.ready, 5)
    let intruder: Step = ("other", .wait, Self.ready, 20)
    let failing = steps(section + [intruder, second])
    let passing = steps(section + [second, intruder])
    let found = cause(failing: failing, passing: passing)
    #expect(found == .splitSection(call: failing[1], place: CodeLocation(file: "App.swift", line: 2)))
  }

  /// What is named is the function that uses the object twice, not the accessors.
  @Test func theFunctionThatUsesAnObjectTwice() throws {
    func use(_ kind: OperationKind, _ who: String, _ accessor: Int, _ caller: Int) -> StepLine {
      var line = StepLine(0, who, kind, Self.lock, at: CodeLocation(file: "App.swift", line: accessor))
      line.callers = [accessor, caller, 90].map { CodeLocation(file: "App.swift", line: $0) }
      return line
    }
    let read = [use(.lock, "main", 3, 30), use(.unlock, "main", 4, 30)]
    let (write, intruder) = (use(.lock, "main", 7, 31), use(.lock, "other", 7, 41))
    func found(_ later: StepLine) -> OrderCause? {
      cause(failing: numbered(read + [intruder, later]), passing: numbered(read + [later, intruder]))
    }
    #expect(found(write)?.location == CodeLocation(file: "App.swift", line: 30))
    // In another round of a loop it is another use.
    #expect(found(use(.lock, "main", 3, 30)) == nil)
  }

  @Test func blocksOfAConcurrentQueue() throws {
    var queue = ObjectName(.concurrentQueue, label: "log", ordinal: 1)
    queue.created = CodeLocation(file: "App.swift", line: 2)
    let submissions: [Step] = [("main", .async, queue, 5), ("main", .async, queue, 5)]
    func take(_ worker: String, _ submitter: StepIndex) -> StepLine {
      var line = steps([(worker, .lock, Self.lock, 6)])[0]
      (line.block, line.submitter) = (CodeLocation(file: "App.swift", line: 5), submitter)
      return line
    }
    func schedule(_ last: [StepLine]) -> [StepLine] {
      zip(0..., steps(submissions) + last).map { index, line in
        var line = line
        line.index = index
        return line
      }
    }
    let failing = schedule([take("worker 1", 1), take("worker 2", 0)])
    let passing = schedule([take("worker 1", 0), take("worker 2", 1)])
    let found = cause(failing: failing, passing: passing)
    #expect(found == .concurrentQueue(queue: queue, unordered: nil))
    #expect(found?.location?.line == 2)
    // Where others read in it, it is meant to be concurrent: a barrier is missing.
    let read = steps([("main", .sync, queue, 9)])
    #expect(cause(failing: failing + read, passing: passing + read)?.location?.line == 5)
  }

  /// The blocks of one line, of a queue that no one makes.
  @Test func blocksOfAGlobalQueue() throws {
    let queue = ObjectName(.globalQueue, label: "default", ordinal: 1)
    func schedule(_ submitters: [StepIndex], lines: [Int], locks: [ObjectName]) -> [StepLine] {
      let last = zip(submitters, locks).map { submitter, lock in
        var line = steps([("worker", .lock, lock, 6)])[0]
        (line.block, line.submitter) = (CodeLocation(file: "App.swift", line: lines[submitter]), submitter)
        return line
      }
      return numbered(steps(lines.map { ("main", .async, queue, $0) }) + last)
    }
    let both = [Self.lock, Self.lock]
    let found = cause(
      failing: schedule([1, 0], lines: [5, 5], locks: both),
      passing: schedule([0, 1], lines: [5, 5], locks: both))
    #expect(found == .concurrentQueue(queue: queue, unordered: CodeLocation(file: "App.swift", line: 5)))
    // What was submitted in two lines is not the same work at the same time.
    let other = cause(
      failing: schedule([1, 0], lines: [5, 7], locks: both),
      passing: schedule([0, 1], lines: [5, 7], locks: both))
    #expect(other == nil)
  }

  @Test func anEnterBehindTheWait() throws {
    let group = ObjectName(.group, label: "group", ordinal: 1)
    let (enter, wait): (Step, Step) = (("other", .enter, group, 6), ("main", .groupWait, group, 9))
    // What differs before that only leads to it.
    let failing = steps([Self.read, Self.write, wait, enter])
    let passing = steps([Self.write, Self.read, enter, wait])
    let found = OrderDifference(failing: failing, passing: passing)
    #expect(found?.first.operation == .enter)
    #expect(found?.second == failing[2])
    #expect(found?.cause?.location?.line == 6)
    // One that comes in time is none.
    #expect(cause(failing: steps([enter, wait]), passing: steps([wait, enter])) == nil)
  }

  @Test func aBlockThatHasNotEnded() throws {
    let queue = ObjectName(.globalQueue, label: "default", ordinal: 1)
    func schedule(_ last: [StepLine]) -> [StepLine] { numbered(steps([("main", .async, queue, 5)]) + last) }
    func ofBlock(_ kind: OperationKind, _ object: ObjectName, _ line: Int, waits: Bool = false) -> StepLine {
      var step = steps([("worker 1", kind, object, line)])[0]
      (step.block, step.submitter) = (CodeLocation(file: "App.swift", line: 5), 0)
      if waits { step.outcome = .waits }
      return step
    }
    let (read, write) = (steps([("main", .lock, Self.lock, 20)])[0], ofBlock(.lock, Self.lock, 6))
    let (begin, end) = (ofBlock(.begin, queue, 5), ofBlock(.end, queue, 5))
    let passing = schedule([begin, write, end, read])
    let failing = schedule([begin, read])
    #expect(cause(failing: failing, passing: passing) == .notAwaited(call: failing[0]))
    // It serves for good.
    let again = ofBlock(.wait, Self.ready, 6, waits: true)
    #expect(cause(failing: failing, passing: schedule([begin, write, again, read]))?.location?.line == 20)
    // It waits for something: it may be meant to serve for good.
    let waiting = schedule([begin, ofBlock(.wait, Self.ready, 6, waits: true), read])
    #expect(cause(failing: waiting, passing: passing)?.location?.line != 5)
    // It has ended without the step.
    let ended = schedule([begin, end, read])
    #expect(cause(failing: ended, passing: passing)?.location?.line != 5)
  }

  /// What is named is the call in the function that has made the thread, not the accessor.
  @Test func aThreadThatIsNotAwaited() throws {
    let thread = ObjectName(.thread, label: "thread 1", ordinal: 1)
    func line(_ who: String, _ kind: OperationKind, _ object: ObjectName, _ callers: [Int]) -> StepLine {
      var step = StepLine(0, who, kind, object, at: CodeLocation(file: "App.swift", line: callers[0]))
      step.callers = callers.map { CodeLocation(file: "App.swift", line: $0) }
      return step
    }
    let make = line("main", .createThread, thread, [3, 40])
    let read = line("main", .lock, Self.lock, [8, 41])
    var write = line("thread 1", .lock, Self.lock, [12])
    write.submitter = 0
    let found = cause(failing: numbered([make, read, write]), passing: numbered([make, write, read]))
    #expect(found?.location == CodeLocation(file: "App.swift", line: 41))
    guard case .noWait(_, let submission) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(submission?.operation == .createThread)
  }

  private static let log = ObjectName(.concurrentQueue, label: "log", ordinal: 1)

  /// Two reads may change places as they like; a read and the barrier that depends on another one may not.
  @Test func aCheckThatIsNotInItsBarrier() throws {
    func use(_ who: String, _ kind: OperationKind, _ line: Int, waits: Bool = false) -> StepLine {
      var step = steps([(who, kind, Self.log, line)])[0]
      step.callers = [CodeLocation(file: "App.swift", line: line), CodeLocation(file: "App.swift", line: 90)]
      if waits { step.outcome = .waits }
      return step
    }
    let check = [use("main", .sync, 1), use("main", .endSync, 1)]
    let (write, other) = (use("main", .barrierAsync, 2), use("other", .sync, 1))
    let waiting = [use("other", .sync, 1, waits: true), use("other", .acquire, 1)]
    let failing = numbered([check[0], other, check[1], write])
    for passing in [numbered(check + [write, other]), numbered(check + [write] + waiting)] {
      let found = OrderDifference(failing: failing, passing: passing)
      #expect(found?.first.operation == .barrierAsync && found?.isFirstMissing == false)
      #expect(
        found?.cause == .splitSection(call: failing[2], place: CodeLocation(file: "App.swift", line: 1)))
    }
  }

  /// A block that has ended is one that was waited for, or need not be.
  @Test func nothingIsSaidOfAWaitForWhatHasEnded() throws {
    let queue = ObjectName(.globalQueue, label: "default", ordinal: 1)
    func ofBlock(_ kind: OperationKind, _ object: ObjectName, _ line: Int) -> StepLine {
      var step = steps([("worker 1", kind, object, line)])[0]
      (step.block, step.submitter) = (CodeLocation(file: "App.swift", line: 5), 0)
      return step
    }
    let (submission, read) = (
      steps([("main", .async, queue, 5)])[0], steps([("main", .lock, Self.lock, 20)])[0]
    )
    let (write, end) = (ofBlock(.lock, Self.lock, 6), ofBlock(.end, queue, 5))
    let passing = numbered([submission, write, end, read])
    // Under way, it is overtaken.
    guard
      case .noWait(_, let missed?) = cause(
        failing: numbered([submission, read, write, end]), passing: passing)
    else {
      Issue.record("no cause")
      return
    }
    #expect(missed.location?.line == 5)
    #expect(cause(failing: numbered([submission, end, read]), passing: passing) == nil)
  }

  /// Others may have had the lock between the signal and the end of the wait.
  @Test func aWaitThatIsNotRepeated() throws {
    let condition = ObjectName(.condition, label: "changed", ordinal: 1)
    let wait: [Step] = [("other", .lock, Self.lock, 1), ("other", .conditionWait, condition, 2)]
    let signal: [Step] = [("main", .lock, Self.lock, 5), ("main", .signalCondition, condition, 6)]
    let (third, wake): (Step, Step) = (("third", .lock, Self.lock, 1), ("other", .lock, Self.lock, 2))
    let found = SingleWait(in: steps(wait + signal + [third, wake]))
    #expect(found?.wait.location?.line == 2 && found?.other.participant == "third")
    // Nobody came between, the wait is repeated, or another one fails.
    #expect(SingleWait(in: steps(wait + signal + [wake])) == nil)
    #expect(SingleWait(in: steps(wait + signal + [third, wake, wait[1]])) == nil)
    #expect(SingleWait(in: steps(wait + signal + [third, wake, Self.signal])) == nil)
  }

  /// A mark is about the line below which it is shown.
  @Test func thereIsNoMarkWhereTheCauseHasNoPlace() {
    var call = steps([Self.signal])[0]
    func mark() -> String? {
      let order = OrderDifference(call, before: call, cause: .codeBehind(call: call))
      return TestFailure(.trap(message: nil), by: "main", order: order).excerptMark
    }
    #expect(mark() != nil)
    call.location = nil
    #expect(mark() == nil)
  }

  private func numbered(_ lines: [StepLine]) -> [StepLine] {
    zip(0..., lines).map { index, line in
      var line = line
      line.index = index
      return line
    }
  }
}
