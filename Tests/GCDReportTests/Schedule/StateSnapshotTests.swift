// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

/// States after each step, for schedules of which only the end is shown.
@Suite struct StateSnapshotTests {
  private let whole = Sample.mainAndQueueStepByStep

  /// The same schedule from a step on, with what held before it.
  private func cut(at first: Int) throws -> Finding {
    var finding = whole
    let recordedTrace = try #require(whole.recordedTrace)
    var opening = StateSnapshot(time: 0)
    for step in recordedTrace.steps[..<first] { opening.take(step) }
    finding.recordedTrace?.steps.removeFirst(first)
    finding.recordedTrace?.opening = opening
    return finding
  }

  @Test(arguments: 1..<11) func aCutScheduleShowsTheSameStates(first: Int) throws {
    let all = try SchedulePage(whole)
    let part = try SchedulePage(cut(at: first))
    #expect(part.stepCount == all.stepCount - first)
    for step in first..<all.stepCount {
      let (known, expected) = (part.states(after: step - first), all.states(after: step))
      for (name, state) in known { #expect(state == expected[name], "\(name) after \(step)") }
      for (name, holds) in part.holdings(after: step - first) {
        #expect(holds == all.holdings(after: step)[name])
      }
    }
    #expect(part.source.contains("what they led to is known and is where this begins"))
    #expect(!part.source.contains("The recording is cut"))
  }

  @Test func aMomentSurvivesTheStream() throws {
    for first in 1..<11 {
      let event = ReportEvent.finding(FindingFound(test: "t", try cut(at: first)))
      #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
    }
  }

  @Test func whereNothingIsKnownOfTheStartThePageSaysSo() throws {
    var finding = whole
    finding.recordedTrace?.steps.removeFirst(2)
    let page = try SchedulePage(finding)
    #expect(page.source.contains("The recording is cut"))
    #expect(page.states(after: 0)["lock \"guard\""] == nil)
  }

  @Test func whoeverCannotMakeItsNextStepWaits() throws {
    let lock = ObjectName(.lock, label: "guard")
    var finding = whole
    finding.participants = []
    finding.recordedTrace = RecordedTrace(
      [
        RecordedTrace.Step(StepLine(0, "worker 1", .lock, lock)),
        RecordedTrace.Step(StepLine(1, "main thread", .yield)),
        RecordedTrace.Step(StepLine(2, "worker 1", .unlock, lock)),
        RecordedTrace.Step(StepLine(3, "main thread", .lock, lock)),
      ], of: 4)
    let page = try SchedulePage(finding)
    #expect(page.states(after: 0)["main thread"] == "ready")
    #expect(page.states(after: 1)["main thread"] == "waits in lock for lock \"guard\"")
    #expect(page.states(after: 1)["lock \"guard\""] == "held by worker 1; main thread waits")
    #expect(page.states(after: 2)["main thread"] == "ready")
    #expect(page.holdings(after: 3) == ["main thread": "lock \"guard\""])
  }

  @Test func atTheEndThreadsAreAtWhatTheFindingSays() throws {
    var finding = whole
    finding.recordedTrace?.steps.removeLast()
    finding.recordedTrace?.total = 10
    let page = try SchedulePage(finding)
    // Its queue is last touched by step 4: from there on the wait is certain.
    #expect(page.states(after: 3)["main thread"] == "runs")
    #expect(page.states(after: 4)["main thread"] == "waits in sync for \"com.acme.cache\"")
  }

  @Test func ofThoseWhoseStepsAreLeftOutNothingIsSaid() throws {
    var finding = whole
    finding.recordedTrace = nil
    let page = try SchedulePage(finding)
    #expect(page.stepCount == 4)
    #expect(page.states(after: 1)["main thread"] == "not known")
    #expect(page.states(after: 3)["main thread"] == "waits in sync for \"com.acme.cache\"")
  }

  @Test func manyThreadsAreCounted() throws {
    var finding = whole
    finding.participants = []
    let steps = (0..<9).map { number in
      RecordedTrace.Step(StepLine(number, "worker \(number)", .begin, Sample.net), block: number)
    }
    finding.recordedTrace = RecordedTrace(steps, of: steps.count)
    let states = try SchedulePage(finding).states(after: 8)
    #expect(states["\"com.acme.net\""] == "runs on worker 0, worker 1, worker 2 and 6 more")
  }

  @Test func afterAWaitForAConditionNobodySaysWhoHoldsALock() throws {
    var finding = whole
    let condition = ObjectName(.condition, label: "c")
    finding.recordedTrace?.steps.append(
      RecordedTrace.Step(StepLine(11, "worker 1", .conditionWait, condition, .waits)))
    finding.recordedTrace?.total = 12
    #expect(try SchedulePage(finding).states(after: 6)["lock \"guard\""] == nil)
  }

  @Test func aWaitForAConditionGivesItsLockBack() throws {
    let (lock, condition) = (ObjectName(.lock, label: "guard"), ObjectName(.condition, label: "c"))
    var finding = whole
    finding.participants = []
    finding.recordedTrace = RecordedTrace(
      [
        RecordedTrace.Step(StepLine(0, "worker 1", .lock, lock)),
        RecordedTrace.Step(StepLine(1, "worker 1", .conditionWait, condition, .waits), lock: lock),
        RecordedTrace.Step(StepLine(2, "main thread", .lock, lock)),
        RecordedTrace.Step(StepLine(3, "main thread", .signalCondition, condition)),
        RecordedTrace.Step(StepLine(4, "main thread", .unlock, lock)),
        RecordedTrace.Step(StepLine(5, "worker 1", .lock, lock)),
      ], of: 6)
    let page = try SchedulePage(finding)
    #expect(page.states(after: 0)["lock \"guard\""] == "held by worker 1; main thread waits")
    #expect(page.states(after: 1)["lock \"guard\""] == "free")
    #expect(page.states(after: 2)["lock \"guard\""] == "held by main thread")
    #expect(page.known(by: 2) == ["worker 1": 1])
    #expect(page.holdings(after: 5) == ["worker 1": "lock \"guard\""])
    let event = ReportEvent.finding(FindingFound(test: "t", finding))
    #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
  }
}
