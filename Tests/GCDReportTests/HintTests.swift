// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

/// Advice is given when its pattern is there, and only then.
@Suite struct HintTests {
  private func help(_ kind: FindingKind) -> String {
    let report = Finding(kind, context: Sample.context()).report(ReportStyle(width: 10_000))
    return report.split(separator: "\n").filter { $0.hasPrefix("help: ") }.joined(separator: "\n")
  }

  private func cycle(
    _ first: ObjectName, _ one: OperationKind, _ second: ObjectName, _ two: OperationKind, taken: Bool = false
  )
    -> FindingKind
  {
    .waitCycle(
      WaitCycle([
        WaitEdge(waiter: "worker 1", one, for: first, heldBy: "worker 2"),
        WaitEdge(
          waiter: "worker 2", two, for: second, heldBy: "worker 1",
          heldSince: taken ? CodeLocation(file: "Gate.swift", line: 3) : nil),
      ]))
  }

  private let first = ObjectName(.serialQueue, label: "a")
  private let second = ObjectName(.serialQueue, label: "b")
  private let gate = ObjectName(.semaphore, label: "gate")

  @Test func cyclesOfQueuesAskForOneOrder() {
    #expect(help(cycle(first, .sync, second, .sync)).contains("enter \"a\" and \"b\" in the same order"))
  }

  @Test func aSemaphoreInACycleIsALock() {
    // A waiter that can be told from the one who took the value: the semaphore is a lock, else a way to wait.
    #expect(help(cycle(first, .sync, gate, .wait, taken: true)).contains("this semaphore works as a lock"))
    #expect(help(cycle(first, .sync, gate, .wait)).contains("turning an async call into a blocking one"))
    #expect(help(cycle(first, .sync, Sample.main, .sync)).contains("never sync to main"))
  }

  @Test func crossedInitializersAreTakenApart() {
    let one = ObjectName(.staticInitializer, label: "A.shared")
    let two = ObjectName(.staticInitializer, label: "B.shared")
    #expect(help(cycle(one, .onceBegin, two, .onceBegin)).contains("must not need another that needs it"))
  }

  @Test func starvedSemaphoresByInitialValueAndWaker() {
    func starved(_ value: Int, _ waker: Waker) -> FindingKind {
      .semaphoreNeverSignaled(
        StarvedSemaphore(WaitEdge(waiter: "worker 1", .wait, for: gate, wakers: [waker]), initialValue: value)
      )
    }
    #expect(help(starved(1, .nobody)).contains("defer { semaphore.signal() }"))
    #expect(help(starved(0, .nobody)).contains("each path that should wake the waiter"))
    #expect(
      help(starved(0, .queuedBlock(.signal, queue: first, location: nil))).contains(
        "turning an async call into"))
  }

  @Test func aLeaverThatWaitsHasItsLeave() {
    func group(_ wakers: Waker...) -> FindingKind {
      let edge = WaitEdge(waiter: "main thread", .groupWait, for: Sample.uploaderGroup, wakers: wakers)
      return .groupNeverEmpty(GroupNeverEmpty(Sample.uploaderGroup, count: 1, .wait(edge)))
    }
    let stuck = Waker.stuckThread("thread 2", location: nil, others: 0)
    #expect(help(group(stuck)) == "")
    #expect(help(group(.queuedBlock(.leave, queue: first, location: nil))) == "")
    #expect(help(group(.nobody)).contains("each enter needs one leave"))
    #expect(help(group(.endedWithout(.leave, []), stuck)).contains("each enter needs one leave"))
  }

  @Test func extraLeavesByTheirHistory() {
    func leaves(_ rows: [LedgerRow]) -> FindingKind {
      .misuse(
        MisuseEvidence(
          .unbalancedLeave, by: "worker 1", of: Sample.uploaderGroup,
          ledger: Ledger(Sample.uploaderGroup, rows: rows)))
    }
    let enter = LedgerRow(step: 0, "worker 1", .enter, 0, to: 1, at: Sample.at("F.swift", 1))
    let leave = LedgerRow(step: 1, "worker 1", .leave, 1, to: 0, at: Sample.at("F.swift", 2))
    let again = LedgerRow(step: 2, "worker 1", .leave, 0, to: -1, at: Sample.at("F.swift", 2))
    let other = LedgerRow(step: 2, "worker 1", .leave, 0, to: -1, at: Sample.at("F.swift", 3))
    let late = LedgerRow(
      step: 2, "worker 1", .leave, 0, to: -1, at: Sample.at("F.swift", 4), isAfterTimeout: true)
    #expect(help(leaves([again])).contains("each leave needs an enter"))
    #expect(help(leaves([enter, leave, again])).contains("each leave needs an enter"))
    #expect(help(leaves([enter, leave, other])).contains("exactly one of F.swift:2 and F.swift:3"))
    #expect(help(leaves([enter, leave, late])).contains("drop the leave at F.swift:4"))
  }

  @Test func onlyTinyTimeoutsAreQuestioned() {
    func failed(_ nanoseconds: UInt64) -> FindingKind {
      .testFailed(
        TestFailure(
          .assertion(message: "no"), by: "main thread",
          timeouts: [Timeout(.wait, on: gate, after: nanoseconds, at: nil)]))
    }
    #expect(help(failed(5)).contains("5 ns: did you mean 5 s?"))
    #expect(help(failed(5_000_000_000)).isEmpty)
    #expect(help(failed(0)).isEmpty)
  }

  @Test func nothingIsAdvisedWithoutAPattern() {
    #expect(help(.testFailed(TestFailure(.thrown(error: "E()"), by: "main thread"))).isEmpty)
    #expect(help(.livelock(Livelock(.stepBound, steps: 1, spinning: []))).isEmpty)
    #expect(help(.misuse(MisuseEvidence(.changedTimerClock, by: "main thread", of: Sample.timer))).isEmpty)
    #expect(help(cycle(ObjectName(.group), .groupWait, Sample.uploaderGroup, .groupWait)).isEmpty)
  }
}
