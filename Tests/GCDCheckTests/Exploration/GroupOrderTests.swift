// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Testing

@testable import GCDCheck

/// Groups of children: what depends on the order in which they end, and what does not, and how far a
/// cancellation reaches.
@Suite(.serialized) struct GroupOrderTests {
  private struct Failed: Error { let word: String }

  @Test func theOrderOfResultsCounts() {
    let found = AsyncOutcomes {
      await withTaskGroup(of: String.self) { group in
        for word in ["a", "b"] { group.addTask { word } }
        let first = await group.next()!
        group.addTask { "c" }
        var text = first
        for await word in group { text += word }
        return text
      }
    }
    #expect(found.outcomes == ["abc", "acb", "bac", "bca"])
  }

  @Test func theOrderOfEndsWithoutResultsDoesNot() {
    let found = AsyncOutcomes {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5 { group.addTask {} }
      }
      return "done"
    }
    // One schedule is made before the search.
    #expect(found.schedules == 1 + 1)
  }

  @Test func theFirstErrorIsThrown() {
    let found = AsyncOutcomes {
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for word in ["a", "b", "c"] { group.addTask { throw Failed(word: word) } }
          try await group.waitForAll()
        }
      } catch { return (error as? Failed)?.word ?? "?" }
      return "none"
    }
    #expect(found.outcomes == ["a", "b", "c"])
  }

  @Test func anErrorCancelsTheOthersOfADiscardingGroup() {
    let found = AsyncOutcomes {
      let text = CollectedWords()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask { throw Failed(word: "a") }
        group.addTask { text.add(Task.isCancelled ? "c" : "n") }
      }
      return text.text
    }
    #expect(found.outcomes == ["c", "n"])
  }

  @Test(arguments: [1, 2, 3, 4]) func allChildrenAreCancelledBeforeOrAfterTheyAsk(kind: Int) {
    let found = AsyncOutcomes {
      let text = CollectedWords()
      @Sendable func ask() { text.add(Task.isCancelled ? "c" : "n") }
      switch kind {
      case 1:
        await withTaskGroup(of: Void.self) { group in
          group.addTask { ask() }
          group.cancelAll()
        }
      case 2:
        try? await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { ask() }
          group.cancelAll()
          try await group.waitForAll()
        }
      case 3:
        await withDiscardingTaskGroup { group in
          group.addTask { ask() }
          group.cancelAll()
        }
      default:
        try? await withThrowingDiscardingTaskGroup { group in
          group.addTask { ask() }
          group.cancelAll()
        }
      }
      return text.text
    }
    #expect(found.outcomes == ["c", "n"])
  }

  /// Who cancels a task cancels its children, with no call for each.
  @Test(arguments: [1, 2, 3]) func aCancellationReachesChildren(kind: Int) {
    let found = AsyncOutcomes {
      let text = CollectedWords()
      @Sendable func ask() { text.add(Task.isCancelled ? "c" : "n") }
      let parent = Task.detached {
        switch kind {
        case 1:
          async let child: Void = ask()
          await child
        case 2:
          await withTaskGroup(of: Void.self) { group in group.addTask { ask() } }
        default:
          async let child: Void = withTaskGroup(of: Void.self) { group in group.addTask { ask() } }
          await child
        }
      }
      parent.cancel()
      await parent.value
      return text.text
    }
    #expect(found.outcomes == ["c", "n"])
  }
}
#endif
