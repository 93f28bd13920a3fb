// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Dispatch
import Foundation
import Testing

@testable import GCDCheck

/// Orders of tasks, actors, continuations and cancellation: what a search finds, and that no other strategy
/// finds more.
@Suite(.serialized) struct AsyncOrderTests {
  @Test func allOrdersOfThreeChildrenWithTwoCallsEachAreFound() {
    let found = AsyncOutcomes {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            await log.add(name)
            await log.add(name.uppercased())
          }
        }
      }
      return await log.text
    }
    #expect(found.outcomes.count == 90)
    // One schedule is made before the search.
    #expect(found.schedules == 90 + 1)
  }

  @Test func allOrdersOfAsyncLetAreFound() {
    let found = AsyncOutcomes {
      let log = Log()
      async let a: Void = log.add("a")
      async let b: Void = log.add("b")
      async let c: Void = log.add("c")
      _ = await (a, b, c)
      return await log.text
    }
    #expect(found.outcomes.count == 6)
  }

  @Test func anUpdateIsLostBetweenHopsOnly() {
    let lost = AsyncOutcomes {
      let counter = Counter()
      async let one: Void = counter.incrementAcrossAnAwait()
      async let two: Void = counter.incrementAcrossAnAwait()
      _ = await (one, two)
      return "\(await counter.value)"
    }
    #expect(lost.outcomes == ["1", "2"])
    let kept = AsyncOutcomes {
      let counter = Counter()
      async let one: Void = counter.increment()
      async let two: Void = counter.increment()
      _ = await (one, two)
      return "\(await counter.value)"
    }
    #expect(kept.outcomes == ["2"])
  }

  @Test(arguments: [false, true]) func aContinuationIsResumedBeforeOrAfterItIsAwaited(isChecked: Bool) {
    let found = AsyncOutcomes {
      let log = Log()
      if isChecked {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          Task.detached {
            continuation.resume()
            await log.add("r")
          }
        }
      } else {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          Task.detached {
            continuation.resume()
            await log.add("r")
          }
        }
      }
      await log.add("w")
      await Task.yield()
      return await log.text
    }
    #expect(found.outcomes == ["rw", "wr", "w"])
  }

  @Test func cancellationComesBeforeDuringAndAfter() {
    let found = AsyncOutcomes {
      let text = CollectedWords()
      let task = Task.detached {
        text.add(Task.isCancelled ? "C" : "n")
        await withTaskCancellationHandler {
          text.add("o")
          await Task.yield()
          text.add("e")
        } onCancel: {
          text.add("h")
        }
      }
      task.cancel()
      await task.value
      return text.text
    }
    #expect(found.outcomes.isSuperset(of: ["Choe", "nhoe", "nohe", "noe"]), "\(found.outcomes)")
  }

  @Test func resultsOfAGroupComeInEachOrder() {
    let found = AsyncOutcomes {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 { group.addTask { number } }
        var text = ""
        for await number in group { text += "\(number)" }
        return text
      }
    }
    #expect(found.outcomes.count == 6, "\(found.outcomes)")
  }

  @Test func elementsOfTwoTasksComeInEachOrder() {
    let found = AsyncOutcomes {
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      for words in [["a", "b"], ["1", "2"]] {
        Task.detached { for word in words { continuation.yield(word) } }
      }
      var text = ""
      for await word in stream {
        text += word
        if text.count == 4 { break }
      }
      return text
    }
    #expect(found.outcomes == ["ab12", "a1b2", "a12b", "12ab", "1a2b", "1ab2"])
  }

  /// Whether a child has ended decides whether its parent leaves the actor.
  @Test func anActorIsKeptOrLeftAtAnAwait() {
    let found = AsyncOutcomes {
      let log = Log()
      async let forked: Void = log.fork("f")
      async let added: Void = log.add("a")
      _ = await (forked, added)
      return await log.text
    }
    #expect(found.outcomes == ["affF", "ffaF", "ffFa"])
  }

  @Test func tasksOfAnActorComeBetweenItsCalls() {
    let found = AsyncOutcomes {
      let log = Log()
      async let spawned: Void = log.spawn("s")
      async let called: Void = log.add("c")
      _ = await (spawned, called)
      await Task.yield()
      return await log.text
    }
    #expect(found.outcomes.isSuperset(of: ["sSc", "scS", "csS"]), "\(found.outcomes)")
  }

  private struct Lost: Error {}

  @Test func aReportNamesTasksAndActors() throws {
    let options = ExplorationOptions(bodyHost: .served)
    @Sendable func body() async throws {
      let counter = Counter()
      let one = Task.detached { await counter.incrementAcrossAnAwait() }
      let two = Task.detached(name: "second") { await counter.incrementAcrossAnAwait() }
      await one.value
      await two.value
      if await counter.value != 2 { throw Lost() }
    }
    // One place that makes the task, whose name is in the report.
    @Sendable func run() throws { try AsyncBody.runOnce(body) }
    let exploration = exploreSchedules(schedules: 100, seed: 1, options: options) { try run() }
    let finding = try #require(exploration.findings.first)
    #expect(finding.code == "GCD501")
    for words in [
      "test body", "task made at", "task \"second\"", "enters actor \"Counter\"", "AsyncOrderTests.swift:",
    ] {
      #expect(finding.report.contains(words), "\(words): \(finding.report)")
    }
    for words in ["Swift global concurrent queue", "worker "] {
      #expect(!finding.report.contains(words), "\(words): \(finding.report)")
    }
    let again = exploreSchedules(replaying: finding.schedule, options: options) {
      try AsyncBody.runOnce(body)
    }
    let first = try #require(again.findings.first)
    #expect(first.report.prefix(while: { $0 != "@" }).contains("GCD501"))
    #expect(
      first.recordedTrace?.steps.map(\.line.participant)
        == finding.recordedTrace?.steps.map(\.line.participant))
  }

  private actor Log {
    private(set) var text = ""
    func add(_ word: String) { text += word }
    func fork(_ word: String) async {
      add(word)
      async let child: Void = Task.yield()
      add(word)
      await child
      add(word.uppercased())
    }
    /// Makes a task of the actor's own.
    func spawn(_ word: String) {
      add(word)
      Task { add(word.uppercased()) }
    }
  }

  private actor Counter {
    private(set) var value = 0
    private let log = Log()
    func increment() { value += 1 }
    func incrementAcrossAnAwait() async {
      let old = value
      await log.add("")
      value = old + 1
    }
  }
}
#endif
