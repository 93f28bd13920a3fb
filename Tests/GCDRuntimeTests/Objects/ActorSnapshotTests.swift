// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Synchronization
import Testing

@testable import GCDRuntime

/// Describes itself by code that a reader must not run.
private struct Loud: CustomStringConvertible, Equatable {
  var volume = 0
  var description: String { fatalError("code of the program was run") }
}

/// Bytes lie between its parts, which no value fills.
private struct Padded { var flag = true, text = "x", last: UInt8 = 1 }

private enum Phase {
  case idle, busy
  case waiting(Int)
}

private actor Ledger {
  var count = 1
  var isOpen = false
  var name: String? = "first"
  var phase = Phase.idle
  var loud = Loud()
  var numbers = [1, 2, 3]
  var index: [String: Int] = ["a": 1]
  var seen: Set<Int> = []
  var optional: [Int]?
  lazy var late = 7
  let neverWritten = 4
  var padded: Padded? = Padded()
  var anything: any Sendable = 3
  weak var other: Reflecting?
  unowned(unsafe) var another: Reflecting?
  let lock = Mutex(0)
  let shared: Reflecting
  unowned let sharedAgain: Reflecting

  init(_ shared: Reflecting) { (self.shared, sharedAgain, other) = (shared, shared, shared) }
  var pairs: [(UInt8, String)] = [(1, "a")]
  var byName: [String: (UInt8, String)] = ["a": (1, "a")]

  func snapshot() -> ActorSnapshot { ActorSnapshot(of: Unmanaged.passUnretained(self).toOpaque()) }

  func change(_ body: @Sendable (isolated Ledger) -> Void) -> [String] {
    let before = snapshot()
    body(self)
    return snapshot().writes(since: before).map { write in
      "\(write.name) \(write.before ?? "?") -> \(write.after ?? "?")"
    }
  }
}

private actor Reflecting: CustomReflectable {
  var count = 0
  nonisolated var customMirror: Mirror { fatalError("code of the program was run") }

  func addOne() -> [String] {
    let before = ActorSnapshot(of: Unmanaged.passUnretained(self).toOpaque())
    count += 1
    return ActorSnapshot(of: Unmanaged.passUnretained(self).toOpaque()).writes(since: before).map(\.name)
  }
}

@Suite struct ActorSnapshotTests {
  private let ledger: Ledger
  private let shared = Reflecting()
  init() { ledger = Ledger(shared) }

  @Test func plainValuesAreShown() async {
    #expect(await ledger.change { $0.count = 2 } == ["count 1 -> 2"])
    #expect(await ledger.change { $0.isOpen = true } == ["isOpen false -> true"])
    #expect(await ledger.change { $0.name = nil } == ["name \"first\" -> nil"])
    #expect(await ledger.change { $0.phase = .busy } == ["phase .idle -> .busy"])
    #expect(await ledger.change { $0.phase = .waiting(1) } == ["phase .busy -> ?"])
    #expect(await ledger.change { $0.other = nil } == ["other ? -> ?"])
    #expect(await ledger.change { $0.late = 8 } == ["late nil -> 8"])
    #expect(await ledger.change { $0.loud.volume = 3 } == ["loud ? -> ?"])
  }

  @Test func elementsCountAlsoWhereTheirNumberStays() async {
    #expect(await ledger.change { $0.numbers.append(4) } == ["numbers 3 elements -> 4 elements"])
    #expect(await ledger.change { $0.numbers[0] = 9 } == ["numbers 4 elements -> 4 elements"])
    #expect(await ledger.change { $0.index["a"] = 2 } == ["index 1 element -> 1 element"])
    #expect(await ledger.change { $0.seen.insert(1) } == ["seen empty -> 1 element"])
    #expect(await ledger.change { $0.optional = [1] } == ["optional nil -> 1 element"])
    #expect(await ledger.change { $0.optional?[0] = 2 } == ["optional 1 element -> 1 element"])
  }

  @Test func whatHoldsTheSameWasNotWritten() async {
    #expect(await ledger.change { $0.count = 1 } == [])
    #expect(await ledger.change { _ = $0.numbers.reduce(0, +) } == [])
  }

  @Test func anActorThatReflectsItselfIsReadAsAnyOther() async {
    #expect(await Reflecting().addOne() == ["count"])
  }
}
#endif
