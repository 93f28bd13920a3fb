// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import Testing

@testable import GCDScenario

/// What steps do, seen on the real library.
@Suite struct RunningTests {
  @discardableResult
  private func run(_ text: String, _ plain: PlainRuntime = PlainRuntime()) throws -> ScenarioResult {
    try Scenario(text: text, path: "s.gcd.yaml").run(ScenarioOptions(), on: plain.runtime)
  }

  @Test func everyStepTellsItsPlaceFirst() throws {
    let plain = PlainRuntime()
    try run("queues:\n  q: serial\nsteps:\n  - sync: q\n    do:\n      - print: a\n  - print: b\n", plain)
    #expect(plain.places.map(\.short) == ["2:3", "4:5", "6:9", "7:5"])
    #expect(plain.notes == ["a", "b"])
  }

  @Test func objectsAreNamedInOrderOfDeclaration() throws {
    let plain = PlainRuntime()
    let text =
      "groups: [g]\nsemaphores: {s: 1}\nvariables: {v: 0}\ntimers: {t: {after: 1s, do: []}}\nsteps: []\n"
    try run(text, plain)
    #expect(plain.names == ["g", "s", "v", "t"])
  }

  @Test func outcomesAreThoseOfAllBranches() throws {
    let text = """
      expect: {outcomes: [{x: 1}, {x: 2}]}
      variables: {x: 0}
      steps:
        - either:
            one: [{set: x, to: 1}]
            two: [{set: x, to: x + 2}]
      """
    let result = try run(text, PlainRuntime(ways: 2))
    #expect(result.outcomes == [[1], [2]])
    #expect(result.verdict.passed)
    let half = try run(text)
    #expect(half.verdict.description == "expected outcomes {x: 1}, {x: 2}, but found outcomes {x: 1}")
  }

  @Test func aFailedAssertionSaysWhatItFound() throws {
    let plain = PlainRuntime()
    let text = """
      variables: {x: 3}
      steps:
        - {read: x, as: y}
        - assert: x == y
        - assert: x + 1 == 5 or x < y - 1
        - {assert: x != 3, message: x must change}
      """
    try run(text, plain)
    #expect(
      plain.failures == [
        "assertion failed: x + 1 == 5 or x < y - 1 (x is 3, x is 3)", "x must change (x is 3)",
      ])
  }

  @Test func readingAndWritingAreStepsOfTheirOwn() throws {
    let plain = PlainRuntime()
    try run(
      "variables: {x: 0}\nsteps:\n  - {read: x, as: t}\n  - {set: x, to: t + 1}\n  - {add: 1, to: x}\n", plain
    )
    #expect(plain.touches == ["read 0", "write 0", "write 0"])
  }

  @Test func dispatchDoesWhatTheStepsSay() throws {
    let plain = PlainRuntime()
    let text = """
      expect: {outcomes: [{n: 17}]}
      queues:
        q: serial
        c: {kind: concurrent, target: q, qos: utility}
        late: {kind: serial, inactive: true}
      groups: [g]
      semaphores: {s: 0}
      variables: {n: 0}
      once: [token]
      timers:
        t: {every: 1ms, queue: c, do: [{add: 1, to: n}, {cancel: t}], cancelled: [signal: s]}
      items:
        job: {do: [{add: 1, to: n}], barrier: true}
      blocks:
        bump: [{add: 1, to: n}]
      steps:
        - activate: t
        - wait: s
        - {async: q, group: g, do: bump}
        - {async: c, group: g, barrier: true, qos: background, do: bump}
        - {sync: c, do: bump}
        - {sync: c, barrier: true, do: bump}
        - {after: 1ms, queue: q, group: g, do: bump}
        - wait: g
        - {apply: 3, do: bump}
        - {repeat: 2, do: bump}
        - {once: token, do: bump}
        - {once: token, do: bump}
        - {sync: q, do: job}
        - wait: job
        - {async: late, group: g, do: [{must-be-on: late}, {must-not-be-on: main}, {add: 1, to: n}]}
        - {retarget: late, to: c}
        - activate: late
        - suspend: q
        - {notify: g, queue: q, do: [{add: 1, to: n}, signal: s]}
        - resume: q
        - wait: s
        - {wait: s, timeout: 1ms, in-time: [{add: 100, to: n}], timed-out: [{add: 1, to: n}]}
        - {wait: g, timeout: 0s, wall: true, in-time: bump-it}
      """
    let cleaned = text.replacing("  - {after: 1ms, queue: q, group: g, do: bump}\n", with: afterStep)
      .replacing("in-time: bump-it", with: "in-time: [{add: 1, to: n}]")
    let result = try run(cleaned, plain)
    #expect(plain.failures == [])
    #expect(result.outcomes == [[17]])
  }

  private let afterStep = "  - enter: g\n  - {after: 1ms, queue: q, do: [{add: 1, to: n}, leave: g]}\n"

  @Test func aDroppedObjectIsNotUsedAgain() throws {
    let plain = PlainRuntime()
    try run("groups: [g]\nsteps:\n  - drop: g\n  - enter: g\n", plain)
    #expect(plain.failures == ["\"g\" is used after it was dropped"])
  }

  @Test func threadsRunBesideTheBodyWhichWaitsForThem() throws {
    let plain = PlainRuntime()
    let threads = "threads: {second: [{print: two}], third: [{print: three}]}\n"
    try run(threads + "steps: [{print: one}]\n", plain)
    #expect(plain.notes.sorted() == ["one", "three", "two"])
    let alone = PlainRuntime()
    try run(threads, alone)
    #expect(alone.notes.sorted() == ["three", "two"])
  }

  @Test func asyncAndWaitWaits() throws {
    let plain = PlainRuntime()
    let text = """
      queues: {c: concurrent}
      steps:
        - {async: global, and-wait: true, do: [print: one]}
        - {async: c, and-wait: true, barrier: true, do: [print: two]}
        - {print: three}

      """
    try run(text, plain)
    #expect(plain.notes == ["one", "two", "three"])
  }
}
