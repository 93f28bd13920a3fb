// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct PartialOrderHashTests {
  private struct Step {
    var task: UInt32
    var uses: [(UInt64, Access.Mode)]
    var name: UInt64 = 1
    var isTotal = false
    var isDropped = false
  }

  private func step(_ task: UInt32, _ uses: (UInt64, Access.Mode)...) -> Step { Step(task: task, uses: uses) }

  private func hash(_ steps: [Step]) -> UInt64 {
    var order = PartialOrderHash()
    var uses = StepUses()
    defer {
      order.free()
      uses.free()
    }
    // What an earlier run has left must not matter.
    for run in 0..<2 {
      order.begin()
      for step in run == 0 ? steps.reversed() : steps {
        uses.removeAll()
        uses.name = step.name
        uses.isTotal = step.isTotal
        uses.isDropped = step.isDropped
        for (place, mode) in step.uses { uses.add(place, mode) }
        order.step(TaskID(step.task), stableID: mix(UInt64(step.task)), uses)
      }
    }
    return order.value
  }

  @Test func stepsAtDifferentPlacesMayComeInAnyOrder() {
    let (a, b, c) = (step(1, (10, .write)), step(2, (20, .write)), step(3))
    let all = Set([[a, b, c], [b, a, c], [c, b, a], [a, c, b]].map(hash))
    #expect(all.count == 1)
  }

  @Test func stepsAtOnePlaceMayNot() {
    let (a, b) = (step(1, (10, .write)), step(2, (10, .write)))
    #expect(hash([a, b]) != hash([b, a]))
    let reader = step(3, (10, .read))
    #expect(hash([a, reader]) != hash([reader, a]))
  }

  @Test func readersMayAmongThemselves() {
    let (a, b) = (step(1, (10, .read)), step(2, (10, .read)))
    let writer = step(3, (10, .write))
    #expect(hash([a, b, writer]) == hash([b, a, writer]))
    #expect(hash([a, writer, b]) != hash([a, b, writer]))
    #expect(hash([a, writer, b]) != hash([b, writer, a]))
    let (more, less) = (step(1, (10, .add)), step(2, (10, .take)))
    #expect(hash([more, less]) != hash([less, more]))
  }

  @Test func orderReachesThroughOtherSteps() {
    // Task 2 comes between the others at two places.
    let (a, b, c) = (step(1, (10, .write)), step(2, (10, .write), (20, .write)), step(3, (20, .write)))
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map(hash)
    #expect(Set(orders).count == 4)
    #expect(orders[2] == orders[3])
    #expect(orders[1] == orders[4])
  }

  @Test func someStepsStandAgainstAllOthers() {
    var clock = step(0)
    clock.isTotal = true
    let (a, b) = (step(1), step(2, (10, .write)))
    #expect(Set([[a, b, clock], [a, clock, b], [b, clock, a], [clock, a, b]].map(hash)).count == 4)
    #expect(hash([a, b, clock]) == hash([b, a, clock]))
    #expect(hash([clock, a, b]) == hash([clock, b, a]))
  }

  @Test func namesCountAndWhatIsDroppedDoesNot() {
    var other = step(1, (10, .write))
    other.name = 2
    var dropped = step(2, (10, .write))
    dropped.isDropped = true
    #expect(hash([other]) != hash([step(1, (10, .write))]))
    #expect(hash([other, dropped]) == hash([other]))
  }

  @Test func anyNumberOfPlacesIsKept() {
    let many = (0..<2_000).map { step(UInt32($0), (UInt64($0), .write), (5_000 + UInt64($0 / 2), .write)) }
    var swapped = many
    swapped.swapAt(1, 2)
    #expect(hash(many) == hash(swapped))
    var conflicting = many
    conflicting.swapAt(0, 1)
    #expect(hash(many) != hash(conflicting))
  }
}
