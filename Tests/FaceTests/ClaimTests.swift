// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import FacePrograms
import GCDReport
import GCDVocabulary
import ReportClaims
import Testing

@testable import GCDCheck

/// What compares reports with the recorded schedule notices where they differ.
@Suite(.serialized) struct ClaimTests {
  /// A report that says something else than what happened; nil where it has no such sentence.
  struct Falsification: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout Finding) -> Bool
  }

  static let all = [
    Falsification(testDescription: "a step of another participant") { finding in
      guard !finding.steps.lines.isEmpty else { return false }
      finding.steps.lines[0].participant = "worker 77"
      return true
    },
    Falsification(testDescription: "one more leave is needed") { finding in
      guard case .groupNeverEmpty(var evidence) = finding.kind else { return false }
      evidence.count += 1
      finding.kind = .groupNeverEmpty(evidence)
      return true
    },
    Falsification(testDescription: "another count in a ledger") { finding in
      guard case .semaphoreNeverSignaled(var evidence) = finding.kind,
        let row = evidence.ledger?.rows.lastIndex(where: { $0.before != $0.after })
      else { return false }
      evidence.ledger?.rows[row].after += 2
      finding.kind = .semaphoreNeverSignaled(evidence)
      return true
    },
    Falsification(testDescription: "an omission at another line") { finding in
      guard finding.omission?.kind == .neverLeft else {
        return false
      }
      finding.omission?.location.line += 1_000
      return true
    },
    Falsification(testDescription: "blocks are queued that are not") { finding in
      finding.changeWakers { $0 = [.queuedBlocks(count: 77, queue: $1, location: nil, held: nil)] }
    },
    Falsification(testDescription: "a call before the wait that was none") { finding in
      finding.changeWakers { wakers, _ in
        wakers = [.tooEarly(.broadcastCondition, by: "worker 77", location: nil, step: 0)]
      }
    },
    Falsification(testDescription: "one who has left a queue is inside of it") { finding in
      finding.changeWakers { wakers, _ in
        wakers = [.endOfBlock(queue: ObjectName(.serialQueue, label: "no such"), participant: "clock")]
      } && finding.recordedTrace?.steps.contains { $0.line.participant == "clock" } == true
    },
    Falsification(testDescription: "two steps in the order that they have") { finding in
      guard case .testFailed(var failure) = finding.kind, let order = failure.order, !order.isFirstMissing
      else { return false }
      failure.order = OrderDifference(order.second, before: order.first)
      finding.kind = .testFailed(failure)
      return true
    },
    Falsification(testDescription: "a step that comes is said to be missing") { finding in
      guard case .testFailed(var failure) = finding.kind, let order = failure.order, !order.isFirstMissing
      else { return false }
      failure.order?.isFirstMissing = true
      finding.kind = .testFailed(failure)
      return true
    },
    Falsification(testDescription: "a call that comes in time, for the code behind it") { finding in
      guard let place = finding.remarks.firstIndex(where: \.isOtherOrder),
        case .otherOrder(var order) = finding.remarks[place], case .codeBehind = order.cause
      else { return false }
      order.cause = nil
      finding.remarks[place] = .otherOrder(order)
      return true
    },
    Falsification(testDescription: "a wait that did not run out") { finding in
      guard case .testFailed(var failure) = finding.kind else { return false }
      failure.timeouts = [Timeout(.wait, on: ObjectName(.semaphore), after: 1, at: nil)]
      finding.kind = .testFailed(failure)
      return true
    },
    Falsification(testDescription: "nothing else can run, where one can") { finding in
      guard case .waitCycle(let cycle) = finding.kind, !cycle.othersStillRun,
        let place = finding.recordedTrace?.steps.firstIndex(where: { $0.block == nil })
      else { return false }
      finding.recordedTrace?.steps[place].line.operation = .async
      finding.recordedTrace?.steps[place].line.object = ObjectName(.globalQueue)
      finding.recordedTrace?.steps[place].block = 77_777
      return true
    },
    Falsification(testDescription: "one who is not blocked, and was continued in a copy") { finding in
      finding.changeWakers { wakers, _ in
        wakers = [.othersWouldNot(count: 1, participant: "worker 77", location: nil, caller: nil)]
      }
    },
    Falsification(testDescription: "an unlock of what no thread had") { finding in
      finding.changeWakers { wakers, _ in wakers = [.unlockedTooOften(by: "worker 77", location: nil)] }
    },
    Falsification(testDescription: "a lock that was asked for once") { finding in
      finding.changeWakers { wakers, _ in wakers = [.refused(by: "worker 77", location: nil)] }
    },
    Falsification(testDescription: "a lock that nobody took") { finding in
      guard !finding.participants.isEmpty, finding.participants[0].name != "" else { return false }
      finding.participants[0].holds = [Holding(ObjectName(.lock, label: "no such"))]
      let name = finding.participants[0].name
      return finding.recordedTrace?.steps.contains { $0.line.participant == name } == true
    },
  ]

  private struct Failed: Error {}

  /// Bodies whose checks fail: by an order, and by a time limit.
  private static let failing: [(String, () throws -> Void)] = [
    (
      "reads too early",
      {
        let lock = DispatchSemaphore(value: 1)
        let isWritten = Flag()
        DispatchQueue.global().async {
          lock.wait()
          isWritten.set()
          lock.signal()
        }
        lock.wait()
        defer { lock.signal() }
        if !isWritten.isSet { throw Failed() }
      }
    ),
    (
      "gives up too early",
      {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) { done.signal() }
        if done.wait(timeout: .now() + 1) == .timedOut { throw Failed() }
      }
    ),
  ]

  @Test(arguments: ClaimTests.all) func isNoticed(_ falsification: Falsification) {
    var tried = 0
    let programs = FaceProgram.all.filter { $0.isBlocking && $0.code != nil }
    let bodies = programs.map { program in (program.name, { program.runBlocking() }) } + Self.failing
    for (name, body) in bodies {
      let exploration = exploreSchedules(schedules: 20, seed: 1) { try body() }
      guard var finding = exploration.findings.first, finding.recordedTrace?.isWhole == true,
        finding.checkedClaims > 0, falsification.apply(&finding)
      else { continue }
      tried += 1
      #expect(!finding.brokenClaims.isEmpty, "\(name): \(finding.report)")
    }
    #expect(tried > 0)
  }
}

/// Only one task of a run is executed at a time.
private final class Flag: @unchecked Sendable {
  private(set) var isSet = false
  func set() { isSet = true }
}

extension Finding {
  /// Replaces what is said to be able to end the first wait; false where the finding has none.
  fileprivate mutating func changeWakers(_ change: (inout [Waker], ObjectName) -> Void) -> Bool {
    switch kind {
    case .semaphoreNeverSignaled(var evidence):
      change(&evidence.edge.wakers, evidence.edge.resource)
      kind = .semaphoreNeverSignaled(evidence)
    case .waitNeverSatisfied(var evidence):
      change(&evidence.edge.wakers, evidence.edge.resource)
      kind = .waitNeverSatisfied(evidence)
    case .waitCycle(var evidence):
      change(&evidence.edges[0].wakers, evidence.edges[0].resource)
      kind = .waitCycle(evidence)
    default: return false
    }
    return true
  }
}

extension FindingNote {
  fileprivate var isOtherOrder: Bool {
    if case .otherOrder = self { true } else { false }
  }
}
