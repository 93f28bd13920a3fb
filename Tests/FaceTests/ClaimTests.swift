// Licensed under the Apache License, Version 2.0; see LICENSE.
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
    Falsification(testDescription: "a lock that nobody took") { finding in
      guard !finding.participants.isEmpty, finding.participants[0].name != "" else { return false }
      finding.participants[0].holds = [Holding(ObjectName(.lock, label: "no such"))]
      let name = finding.participants[0].name
      return finding.recordedTrace?.steps.contains { $0.line.participant == name } == true
    },
  ]

  @Test(arguments: ClaimTests.all) func isNoticed(_ falsification: Falsification) {
    var tried = 0
    for program in FaceProgram.all where program.isBlocking && program.code != nil {
      let exploration = exploreSchedules(schedules: 20, seed: 1) { program.runBlocking() }
      guard var finding = exploration.findings.first, finding.recordedTrace?.isWhole == true,
        finding.checkedClaims > 0, falsification.apply(&finding)
      else { continue }
      tried += 1
      #expect(!finding.brokenClaims.isEmpty, "\(program.name): \(finding.report)")
    }
    #expect(tried > 0)
  }
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
