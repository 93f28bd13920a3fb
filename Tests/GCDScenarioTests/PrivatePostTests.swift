// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime
import GCDSchedule
import GCDVocabulary
import Testing

@testable import GCDScenario

/// Submissions to one serial queue need not be put into every order where nobody sees the blocks at work.
@Suite struct PrivatePostTests {
  /// Blocks on a global queue that each submit one block to the serial queue `q`.
  private func posts(_ blocks: [String], head: String = "", tail: String = "") -> String {
    var text = "expect: {outcomes: [{a: 0, b: 0, c: 0, d: 0}]}\nqueues: {q: serial, r: serial}\n"
    text += "variables: {a: 0, b: 0, c: 0, d: 0}\ngroups: [g, h]\n\(head)steps:\n"
    for block in blocks { text += "  - {async: global, do: [\(block)]}\n" }
    return text + (blocks.isEmpty && tail.isEmpty ? "  []\n" : tail)
  }

  private func interleavings(_ text: String) throws -> Int? {
    try run(text, .exhaustive).exploration.search?.interleavings
  }

  private func run(
    _ text: String, _ strategy: Strategy, atMost limit: Int = 5_000, on runtime: RuntimeCalls = .live
  ) throws -> ScenarioResult {
    var options = ScenarioOptions()
    options.schedules = limit
    options.strategy = strategy
    options.keepGoing = true
    options.showOutput = OutputPolicy.none
    options.save = false
    options.mostShrinkingRuns = 0
    return try Scenario(text: text, path: "posts.gcd.yaml").run(options, on: runtime)
  }

  private let four = ["a", "b", "c", "d"].map { "{async: q, do: [{add: 1, to: \($0)}]}" }

  @Test func fourPostsHaveOneOrderInsteadOfTwentyFour() throws {
    #expect(try interleavings(posts(four)) == 1)
    let shared = ["a", "b", "c", "a"].map { "{async: q, do: [{add: 1, to: \($0)}]}" }
    // Those that compute with `a` in both orders.
    #expect(try interleavings(posts(shared)) == 2)
  }

  /// Whoever sees a difference between the orders gets both.
  @Test(arguments: [
    // Somebody else reads a variable.
    (four: 3, head: "", tail: "  - {read: a, as: seen}\n"),
    (four: 3, head: "", tail: "  - {async: global, do: [{set: a, to: b}]}\n"),
    // The queue may be halted between the two.
    (four: 2, head: "", tail: "  - {suspend: q}\n  - {resume: q}\n"),
    (four: 2, head: "", tail: "  - {after: 1ms, queue: q, do: []}\n"),
  ])
  func anObserverSpoilsIt(_ sample: (four: Int, head: String, tail: String)) throws {
    let plain = posts(Array(four.prefix(sample.four)), head: sample.head, tail: sample.tail)
    #expect(try interleavings(plain) ?? 0 > 1)
  }

  @Test func aBlockThatTellsTheTimeIsNotPrivate() throws {
    let timed = ["a", "b"].map { "{async: q, do: [{assert: elapsed < 1s}, {set: \($0), to: 1}]}" }
    #expect(try interleavings(posts(timed)) == 2)
  }

  /// Whoever stands behind the blocks may look at what they did.
  @Test func theLastInTheQueueMayLook() throws {
    let look = "  - {sync: q, do: [{read: a, as: seen}]}\n"
    let all = try run(posts(Array(four.prefix(2)), tail: look), .exhaustive(bound: 32), atMost: 20_000)
    #expect(all.exploration.search?.isComplete == true)
    let found = try run(posts(Array(four.prefix(2)), tail: look), .exhaustive)
    // Of the three that come to the queue, two are alike; a sync may also find the queue busy or free.
    #expect(found.exploration.search?.interleavings == 12)
    #expect(found.outcomes == all.outcomes)
  }

  @Test func twoGroupsAreNotPrivate() throws {
    let grouped = [
      "{async: q, group: g, do: [{add: 1, to: a}]}", "{async: q, group: h, do: [{add: 1, to: b}]}",
    ]
    #expect(try interleavings(posts(grouped)) == 2)
  }

  /// How many scenarios are compared; `GCDCHECK_EXHAUSTIVE_POSTS=500` asks for more than the usual share.
  private static let count =
    ProcessInfo.processInfo.environment["GCDCHECK_EXHAUSTIVE_POSTS"].flatMap { Int($0) } ?? 40

  /// The rule loses nothing: on scenarios made from numbers a search without it, which is compared with brute
  /// force elsewhere, comes to the same outcomes and findings.
  @Test func theRuleLosesNothing() throws {
    var withoutRule = RuntimeCalls.live
    withoutRule.privatePost = { _ in }
    var (compared, fewer) = (0, 0)
    var seed: UInt64 = 0
    while compared < Self.count {
      var source = PostScenarios(seed: seed)
      let text = source.text()
      seed += 1
      if try PrivatePosts(Scenario(text: text, path: "p.gcd.yaml").program).keys.isEmpty { continue }
      let found = try run(text, .exhaustive, atMost: 500)
      guard let few = found.exploration.search, few.isComplete else { continue }
      let all = try run(text, .exhaustive, atMost: 2_000, on: withoutRule)
      guard let many = all.exploration.search, many.isComplete else { continue }
      compared += 1
      if few.interleavings < many.interleavings { fewer += 1 }
      let codes = Set(found.exploration.findings.map(\.code))
      #expect(codes == Set(all.exploration.findings.map(\.code)), "\(text)")
      #expect(found.outcomes == all.outcomes, "\(text)")
    }
    #expect(fewer > compared / 10)
  }

  @Test func bruteForceComesToNoMore() throws {
    let look = "  - {async: q, do: [{add: 1, to: b}]}\n  - {sync: q, do: [{set: c, to: a + b}]}\n"
    let text = posts(Array(four.prefix(1)), tail: look)
    let all = try run(text, .exhaustive(bound: 32), atMost: 20_000)
    #expect(all.exploration.search?.isComplete == true)
    let found = try run(text, .exhaustive)
    #expect(found.outcomes == all.outcomes)
    #expect(found.outcomes.count == 2)
  }
}

/// Makes small scenarios with submissions to serial queues from numbers.
private struct PostScenarios {
  private var state: UInt64

  init(seed: UInt64) { state = mix(seed) }

  private mutating func below(_ limit: Int) -> Int {
    state = mix(state)
    return Int(state % UInt64(limit))
  }

  mutating func text() -> String {
    var text = "expect: {outcomes: [{a: 0, b: 0, c: 0, d: 0}]}\nqueues: {q: serial, r: serial}\n"
    text += "variables: {a: 0, b: 0, c: 0, d: 0}\nsemaphores: {s: \(below(2))}\ngroups: [g]\n"
    text += "once: [o]\nsteps:\n"
    for _ in 0..<2 + below(2) {
      let first = "{async: q, do: [\(computation())]}"
      let more = below(2) == 0 ? "" : ", \(action(depth: 0))"
      text += "  - {async: global, do: [\(first)\(more)]}\n"
    }
    for _ in 0..<below(2) { text += "  - {if: 1 == 1, do: [\(action(depth: 0))]}\n" }
    return text
  }

  private mutating func variable() -> String { ["a", "b", "c", "d"][below(4)] }

  private mutating func action(depth: Int) -> String {
    let queue = ["q", "q", "q", "r"][below(4)]
    switch below(18) {
    case 16, 17: return "{set: \(variable()), to: \(variable()) + \(variable())}"
    case 0..<7: return "{async: \(queue), do: [\(computation())]}"
    case 7: return "{sync: \(queue), do: [\(computation())]}"
    case 8: return depth > 0 ? computation() : "{async: \(queue), do: [\(action(depth: 1))]}"
    case 9: return "{signal: s}"
    case 10: return "{wait: s, timeout: \(["0ms", "1ms", "forever"][below(3)])}"
    case 11: return "{async: \(queue), group: g, do: [\(computation())]}"
    case 12: return "{wait: g, timeout: 0ms}"
    case 13: return below(3) == 0 ? "{suspend: q}" : "{once: o, do: [\(computation())]}"
    case 14: return "{sleep: 1ms}"
    default: return computation()
    }
  }

  private mutating func computation() -> String {
    let target = variable()
    switch below(4) {
    case 0: return "{set: \(target), to: \(1 + below(3))}"
    case 1: return "{set: \(target), to: \(variable()) + 1}"
    case 2: return "{read: \(target), as: seen}, {set: \(target), to: seen + 2}"
    default: return "{add: 1, to: \(target)}"
    }
  }
}
