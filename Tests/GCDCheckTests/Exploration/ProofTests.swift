// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// The default strategy goes through all orders of a program that is small enough, beside its own schedules.
@Suite struct ProofTests {
  /// Blocks that append their numbers to a list, in whatever order they come to its queue.
  private func append(_ blocks: Int) -> List {
    let queue = DispatchQueue(label: "com.acme.list")
    let list = List()
    for number in 0..<blocks {
      DispatchQueue.global().async { queue.sync { list.numbers.append(number) } }
    }
    return list
  }

  @Test func aSmallProgramIsProved() {
    let proved = exploreSchedules { _ = append(3) }
    let searched = exploreSchedules(strategy: .exhaustive) { _ = append(3) }
    #expect(proved.findings.isEmpty)
    #expect(proved.isExhaustive)
    #expect(proved.stopped == .exhausted)
    #expect(proved.search == searched.search)
    #expect(proved.search?.interleavings == 6)
    #expect(proved.schedulesRun < 1_000)
  }

  @Test func aSmallBudgetMayBeEnough() {
    let exploration = exploreSchedules(schedules: 60) { _ = append(3) }
    #expect(exploration.isExhaustive)
    #expect(exploration.schedulesRun <= 60)
  }

  @Test func aLargeProgramHasAllItsSchedules() {
    let exploration = exploreSchedules(schedules: 300) { _ = append(8) }
    #expect(!exploration.isExhaustive)
    #expect(exploration.search == nil)
    #expect(exploration.stopped == .completed)
    #expect(exploration.schedulesRun == 300)
  }

  /// More orders than the search can see to in turn with the others: it has all runs in the end.
  @Test func mostOfTheBudgetGoesToTheSearchIfThatIsEnough() {
    let exploration = exploreSchedules { _ = append(5) }
    #expect(exploration.search?.interleavings == 120)
    #expect(exploration.isExhaustive)
    let tight = exploreSchedules(schedules: 300) { _ = append(5) }
    #expect(tight.search?.interleavings == 120)
  }

  /// What the search runs comes between the schedules that would have run anyway, and changes none of them.
  @Test func theOtherSchedulesStayAsTheyAre() {
    func lists(drawing: Bool) -> (all: [List], exploration: Exploration) {
      var all: [List] = []
      let exploration = exploreSchedules(schedules: 90) {
        all.append(append(3))
        if drawing { _ = Int.random(in: 0..<2) }
      }
      return (all, exploration)
    }
    let (proved, exploration) = lists(drawing: false)
    let (plain, other) = lists(drawing: true)
    #expect(exploration.isExhaustive)
    #expect(!other.isExhaustive)
    // Three schedules are run twice before the search begins.
    let first = 20 + 3
    let runs = proved.count - 3 - 45
    let rest = proved.indices.filter { $0 < first || $0 >= first + 2 * runs || ($0 - first) % 2 == 1 }
    #expect(runs > 5)
    #expect(rest.map { proved[$0].numbers } == plain.prefix(rest.count).map(\.numbers))
  }

  /// Memory that nothing protects is beyond a search; the schedules of the rotation come upon it.
  @Test func aRaceThatNoSearchSeesIsFound() {
    func body() {
      let queue = DispatchQueue(label: "com.acme.tracking")
      let flag = List()
      @Sendable func makeOnce() {
        if !flag.numbers.isEmpty { return }
        flag.numbers.append(1)
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        isDone.wait()
      }
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { makeOnce() }
      DispatchQueue.global().async(group: group) { queue.sync { makeOnce() } }
      group.wait()
    }
    #expect(exploreSchedules(strategy: .exhaustive) { body() }.findings.isEmpty)
    let exploration = exploreSchedules { body() }
    #expect(!exploration.findings.isEmpty)
    #expect(!exploration.isExhaustive)
  }

  @Test func timeIsSearchedAsWell() {
    var seen: Set<Bool> = []
    let exploration = exploreSchedules {
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(900)) { semaphore.signal() }
      seen.insert(semaphore.wait(timeout: .now() + .milliseconds(1)) == .success)
    }
    #expect(seen == [true, false])
    #expect(exploration.isExhaustive)
  }

  /// Nothing is ever chosen, but other numbers come the next time.
  @Test func randomNumbersAreNotTheOnlyOnes() {
    var seen: Set<Int> = []
    let exploration = exploreSchedules(schedules: 50) { seen.insert(Int.random(in: 0..<4)) }
    #expect(seen.count == 4)
    #expect(!exploration.isExhaustive)
    #expect(exploration.schedulesRun == 50)
  }

  @Test func proofsAreDeterministic() {
    func hash() -> UInt64 {
        exploreSchedules { _ = append(4) }.traceHash
    }
    #expect(hash() == hash())
  }
}

/// Guarded by a queue, or by nothing where that is the point.
private final class List: @unchecked Sendable {
  var numbers: [Int] = []
}
