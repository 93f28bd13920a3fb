// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

@Suite struct AsyncBodyTests {
  private func two() async -> Int { 2 }

  @Test func aBodyThatStaysInItsOwnTaskIsExplored() async {
    var sum = 0
    await withDeterministicScheduling(schedules: 5) {
      async let child = two()
      sum += await child
      DispatchQueue(label: "com.acme.async").sync {}
    }
    #expect(sum >= 2)
  }

  #if compiler(>=6.1)
  @Test(.deterministicScheduling(schedules: 10)) func aTestWithTheTraitRunsUnderControl() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.wait()
    #expect(Test.current?.name == "aTestWithTheTraitRunsUnderControl()")
  }

  @Test(.deterministicScheduling(schedules: 3), arguments: ["a", "b"])
  func aParameterisedTestWithTheTrait(_ label: String) {
    #expect(DispatchQueue(label: label).label == label)
  }
  #endif

  @Test @MainActor func aBodyOnTheMainQueue() {
    withDeterministicScheduling(schedules: 5) {
      dispatchPrecondition(condition: .onQueue(.main))
      MainActor.assertIsolated()
    }
  }
}
