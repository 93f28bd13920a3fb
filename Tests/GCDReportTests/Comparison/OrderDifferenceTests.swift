// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

@testable import GCDReport

/// Which steps change places between a schedule that fails and one that passes.
@Suite struct OrderDifferenceTests {
  private static let (store, other) = (
    ObjectName(.actor, label: "Store", ordinal: 1), ObjectName(.actor, label: "Other", ordinal: 2)
  )

  private func lines(_ steps: [(String, OperationKind, ObjectName?)]) -> [StepLine] {
    zip(0..., steps).map { index, step in StepLine(index, step.0, step.1, step.2) }
  }

  private func enters(_ tasks: String..., at object: ObjectName = store) -> [StepLine] {
    lines(tasks.map { ($0, .enterActor, object) })
  }

  @Test func theEarliestTwoThatChangePlaces() throws {
    let difference = try #require(
      OrderDifference(
        failing: enters("main", "task 2", "task 1", "task 3"),
        passing: enters("main", "task 1", "task 2", "task 3")))
    #expect(difference.first.participant == "task 1" && difference.second.participant == "task 2")
    #expect(difference.first.index == 2 && difference.second.index == 1)
    #expect(!difference.isFirstMissing)
    #expect(
      difference.sentence
        == "in a schedule that passes, first the task 1 enters actor \"Store\", then the task 2 enters actor "
        + "\"Store\"; here it is the other way round")
  }

  @Test func whatDoesNotComeAtAll() throws {
    let difference = try #require(
      OrderDifference(failing: enters("main", "task 2"), passing: enters("main", "task 1", "task 2")))
    #expect(difference.isFirstMissing && difference.first.participant == "task 1")
    #expect(difference.sentence.hasSuffix("here the second comes without the first"))
  }

  @Test func whatAnotherStepHasBroughtAboutIsNotMissing() throws {
    func ends(_ task: String, _ index: StepIndex, of submitter: StepIndex) -> StepLine {
      var line = StepLine(index, task, .arrive, ObjectName(.cooperativePool))
      line.submitter = submitter
      return line
    }
    let start = enters("main", "main", "main")
    let difference = try #require(
      OrderDifference(
        failing: start + [ends("task 2", 3, of: 0), ends("task 1", 4, of: 2)],
        passing: start + [ends("task 1", 3, of: 1), ends("task 2", 4, of: 0)]))
    #expect(!difference.isFirstMissing && difference.first.index == 4)
    #expect(difference.sentence.contains("first the sleep of the task 1 ends, then the sleep of the task 2"))
    #expect(
      OrderDifference(
        failing: start + [ends("task 1", 3, of: 2), ends("task 2", 4, of: 0)],
        passing: start + [ends("task 1", 3, of: 1), ends("task 2", 4, of: 0)]) == nil)
  }

  @Test func stepsOnTwoObjectsAreComparedWhereNoneIsShared() throws {
    let (one, two) = (enters("task 1")[0], enters("task 2", at: Self.other)[0])
    let difference = try #require(OrderDifference(failing: [two, one], passing: [one, two]))
    #expect(difference.first.participant == "task 1" && difference.second.participant == "task 2")
  }

  @Test func stepsOfOneTaskHaveNoOrder() {
    let steps = lines([("task 1", .enterActor, Self.store), ("task 1", .awaitTask, Self.store)])
    #expect(OrderDifference(failing: steps.reversed(), passing: steps) == nil)
  }

  @Test func workersAreKnownByTheirBlocks() throws {
    #expect(
      OrderDifference(
        failing: enters("worker 2", "worker 1"), passing: enters("worker 1", "worker 2")) == nil)
    let (first, second) = (block(at: 10, on: "worker 1"), block(at: 20, on: "worker 2"))
    let difference = try #require(
      OrderDifference(
        failing: [block(at: 20, on: "worker 1"), block(at: 10, on: "worker 2")], passing: [first, second]))
    #expect(
      difference.sentence
        == "in a schedule that passes, first the block submitted at List.swift:10 calls enter on group "
        + "\"list\", then the block submitted at List.swift:20 calls enter on group \"list\"; here it is the "
        + "other way round")
  }

  private func block(
    at line: Int, on worker: String, _ operation: OperationKind = .enter, _ type: ObjectType = .group
  ) -> StepLine {
    var step = StepLine(0, worker, operation, ObjectName(type, label: "list", ordinal: 1))
    step.block = CodeLocation(file: "List.swift", line: line)
    return step
  }

  @Test func aSerialQueueKeepsTheOrderOfItsBlocks() throws {
    func orders(_ type: ObjectType) -> OrderDifference? {
      let steps = [block(at: 10, on: "worker 1", .async, type), block(at: 20, on: "worker 2", .async, type)]
      return OrderDifference(failing: steps.reversed(), passing: steps)
    }
    #expect(try #require(orders(.serialQueue)).sentence.contains("List.swift:10 submits to \"list\", then"))
  }

  @Test func whereNoObjectIsSharedTheBlockThatBeginsFirst() throws {
    let steps = [
      block(at: 10, on: "worker 1", .begin, .globalQueue),
      block(at: 20, on: "worker 2", .begin, .globalQueue),
    ]
    let difference = try #require(OrderDifference(failing: steps.reversed(), passing: steps))
    #expect(difference.sentence.contains("first the block submitted at List.swift:10 starts, then"))
  }

  @Test func ofStepsThatComeAgainEachIsMeantItself() throws {
    let difference = try #require(
      OrderDifference(
        failing: enters("task 1", "task 1", "task 2"), passing: enters("task 1", "task 2", "task 1")))
    #expect(difference.first.participant == "task 2" && difference.second.index == 1)
  }

  @Test func theEndsOfTasksHaveAnOrder() throws {
    let steps = lines([("task 1", .endTask, nil), ("task 2", .endTask, nil)])
    let difference = try #require(OrderDifference(failing: steps.reversed(), passing: steps))
    #expect(difference.first.participant == "task 1")
  }

  @Test func aStepThatIsMissingBehindOneLikeItComesOnceMore() throws {
    let failing = enters("task 1", "task 2")
    let difference = try #require(
      OrderDifference(failing: failing, passing: enters("task 1", "task 1", "task 2")))
    #expect(difference.isFirstMissing && difference.isFirstRepeated)
    #expect(difference.sentence.contains("enters actor \"Store\" once more, then the task 2"))
    #expect(difference.sentence.hasSuffix("here the second comes without that"))
  }

  /// The difference is found between two schedules that differ less than the reported one does.
  @Test func whatTheReportedScheduleDoesNotShowIsNotSaid() throws {
    let (failing, passing) = (enters("task 2", "task 1"), enters("task 1", "task 2"))
    #expect(OrderDifference(failing: failing, passing: passing, reported: failing) != nil)
    #expect(OrderDifference(failing: failing, passing: passing, reported: passing) == nil)
    #expect(OrderDifference(failing: failing, passing: passing, reported: enters("task 1")) == nil)
  }

  @Test func equalSchedulesDoNotDiffer() {
    #expect(OrderDifference(failing: enters("task 1", "task 2"), passing: enters("task 1", "task 2")) == nil)
    #expect(OrderDifference(failing: [], passing: []) == nil)
  }
}
