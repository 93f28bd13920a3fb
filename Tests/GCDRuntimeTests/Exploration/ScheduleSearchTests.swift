// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule
import GCDVocabulary
import Testing

@testable import GCDRuntime

/// The searches for schedules that pass next to one that fails, against programs that are functions.
@Suite struct ScheduleSearchTests {
  private func token(_ deviations: [Deviation] = []) -> ScheduleToken {
    ScheduleToken(entropySeed: 7, poolWidth: 0, allowsSkew: false, deviations: deviations)
  }

  private func passing(choicePoints: Int, where passes: (ScheduleToken) -> Bool) -> (ScheduleToken?, Int) {
    var search = PassingScheduleSearch(token(), choicePoints: choicePoints)
    var executions = 0
    while let candidate = search.next() {
      executions += 1
      search.take(passes(candidate))
    }
    return (search.passing, executions)
  }

  @Test func aSingleDeviationIsFoundFirst() {
    let (found, executions) = passing(choicePoints: 40) { $0.deviations.contains { $0.point == 9 } }
    #expect(found?.deviations == [Deviation(point: 9, choice: 0)])
    #expect(executions == 17)
  }

  /// Two that are needed together are found by chance, and all others are left out again.
  @Test func deviationsThatAreNotNeededAreLeftOut() throws {
    let (found, _) = passing(choicePoints: 40) { token in
      Set(token.deviations.map(\.point)).isSuperset(of: [12, 30])
    }
    #expect(try #require(found).deviations.map(\.point) == [12, 30])
  }

  @Test func aProgramThatAlwaysFailsHasNone() {
    let (found, executions) = passing(choicePoints: 200) { _ in false }
    #expect(found == nil)
    #expect(executions <= 44)
    #expect(passing(choicePoints: 0) { _ in true } == (nil, 0))
  }

  /// "early" makes twelve steps, then "late" one; a deviation at point `n` lets "late" go first behind
  /// `n` - 1 of these.
  private func lines(_ token: ScheduleToken) -> [StepLine] {
    let place = token.deviations.last.map { Int($0.point) - 1 } ?? 12
    let names = (0..<12).map { _ in "early" }
    let order = names[..<min(place, 12)] + ["late"] + names[min(place, 12)...]
    return zip(0..., order).map { StepLine($0, $1, .lock, ObjectName(.lock, label: "lock", ordinal: 1)) }
  }

  private func pair(_ start: UInt32, fails: Bool, passes: (Int) -> Bool) -> SchedulePair? {
    let start = token([Deviation(point: start, choice: 1)])
    var search = LateDeviationSearch(start, fails: fails, mostExecutions: 30)
    while let candidate = search.next() {
      let lines = lines(candidate)
      let place = lines.firstIndex { $0.participant == "late" }!
      search.take((passes(place), lines))
    }
    return search.pair
  }

  /// It passes once "early" has made five steps.
  @Test func theDeviationIsMadeLaterUntilTheScheduleDoesNotFail() {
    let found = pair(2, fails: true) { $0 >= 5 }
    #expect(found?.failing.deviations.map(\.point) == [5])
    #expect(found?.passing.deviations.map(\.point) == [6])
  }

  /// It passes while "early" has not made its eighth step.
  @Test func orUntilItFails() {
    let found = pair(3, fails: false) { $0 < 8 }
    #expect(found?.passing.deviations.map(\.point) == [8])
    #expect(found?.failing.deviations.map(\.point) == [9])
  }

  @Test func schedulesThatEndAlikeAreNoPair() {
    #expect(pair(2, fails: true) { _ in false } == nil)
    #expect(pair(2, fails: false) { _ in true } == nil)
  }
}
