// Licensed under the Apache License, Version 2.0; see LICENSE.
import Synchronization
import Testing

@testable import GCDCheck

@Suite struct TaskChainTests {
  @TaskLocal static var number = 0

  @Test func everyLinkSeesTheTaskLocalsOfTheBeginning() {
    let chain = TaskChainTests.$number.withValue(7) { TaskChain() }
    var seen: [Int] = []
    for _ in 0..<3 { chain.run { seen.append(TaskChainTests.number) } }
    chain.end()
    #expect(seen == [7, 7, 7])
    #expect(TaskChainTests.number == 0)
  }

  @Test func aLinkRunsInsideAnotherPieceOfTheSameChain() {
    let chain = TaskChainTests.$number.withValue(3) { TaskChain() }
    var order: [String] = []
    chain.run {
      order.append("outer \(TaskChainTests.number)")
      chain.run { order.append("inner \(TaskChainTests.number)") }
      order.append("outer again")
    }
    chain.end()
    #expect(order == ["outer 3", "inner 3", "outer again"])
  }

  @Test func expectationsInALinkBelongToTheTest() {
    let test = Test.current?.id
    let chain = TaskChain()
    var inside: Test.ID?
    chain.run { inside = Test.current?.id }
    chain.end()
    #expect(inside == test)
    #expect(inside != nil)
  }
}
