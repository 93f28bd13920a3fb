// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import XCTest

@testable import GCDCheck

extension Case {
  /// Async programs: for real in a task that the main run loop waits for, as XCTest runs its own; under
  /// control as the body of `withDeterministicScheduling`.
  static let fulfillments: [Case] = asyncPrograms.map { program in
    Case(program) { journal in
      if ControlledBody.isRunning {
        try? AsyncBody.runOnce { await program.function(journal) }
      } else {
        inTaskOfMainLoop(program, journal)
      }
    }
  }

  /// The same ones under control as tests of a controlled XCTest class run.
  static let fulfillmentsInTestCases: [Case] = asyncPrograms.map { program in
    Case(program) { inTaskOfMainLoop(program, $0) }
  }

  private init(_ program: AsyncProgram, _ call: @escaping (Journal) -> Void) {
    self.init(program.name, program.outcome, program: call)
  }

  private static func inTaskOfMainLoop(_ program: AsyncProgram, _ journal: Journal) {
    let end = XCTestExpectation(description: "end")
    Task {
      await program.function(journal)
      end.fulfill()
    }
    _ = XCTWaiter().wait(for: [end], timeout: 60)
  }
}

private struct AsyncProgram: Sendable {
  let name: String
  let outcome: String
  let function: @Sendable (Journal) async -> Void

  init(_ name: String, _ outcome: String, _ function: @escaping @Sendable (Journal) async -> Void) {
    self.name = name
    self.outcome = outcome
    self.function = function
  }
}

private let asyncPrograms: [AsyncProgram] = [
  AsyncProgram("fulfilled before the await", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    done.fulfill()
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("fulfilled by a block", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    DispatchQueue.global().async { done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("fulfilled by a block of main", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    DispatchQueue.main.async { done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("fulfilled after a delay", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    DispatchQueue.global().asyncAfter(deadline: soon(30)) { done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("fulfilled by a task", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    Task { done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("fulfilled by the main actor", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    Task { @MainActor in done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("never fulfilled", "timedOut") { journal in
    journal.note(await fulfillment([XCTestExpectation(description: "never")], timeout: 0.05))
  },
  AsyncProgram("fulfilled too late", "timedOut") { journal in
    let done = XCTestExpectation(description: "done")
    DispatchQueue.global().asyncAfter(deadline: soon(120)) { done.fulfill() }
    journal.note(await fulfillment([done], timeout: 0.05))
    try? await Task.sleep(nanoseconds: 150_000_000)
  },
  AsyncProgram("several of them", "completed") { journal in
    let all = (0..<3).map { XCTestExpectation(description: "\($0)") }
    for done in all { DispatchQueue.global().async { done.fulfill() } }
    journal.note(await fulfillment(all))
  },
  AsyncProgram("one of two is missing", "timedOut") { journal in
    let done = XCTestExpectation(description: "done")
    DispatchQueue.global().async { done.fulfill() }
    journal.note(await fulfillment([done, XCTestExpectation(description: "never")], timeout: 0.05))
  },
  AsyncProgram("inverted and not fulfilled", "completed") { journal in
    let never = XCTestExpectation(description: "never")
    never.isInverted = true
    journal.note(await fulfillment([never], timeout: 0.05))
  },
  AsyncProgram("inverted and fulfilled", "invertedFulfillment") { journal in
    let never = XCTestExpectation(description: "never")
    never.isInverted = true
    DispatchQueue.global().async { never.fulfill() }
    journal.note(await fulfillment([never]))
  },
  AsyncProgram("in the order asked for", "completed") { journal in
    let first = XCTestExpectation(description: "first")
    let second = XCTestExpectation(description: "second")
    DispatchQueue.main.async { first.fulfill() }
    DispatchQueue.main.async { second.fulfill() }
    journal.note(await fulfillment([first, second], enforceOrder: true))
  },
  AsyncProgram("in another order than asked for", "incorrectOrder") { journal in
    let first = XCTestExpectation(description: "first")
    let second = XCTestExpectation(description: "second")
    DispatchQueue.main.async { second.fulfill() }
    DispatchQueue.main.async { first.fulfill() }
    journal.note(await fulfillment([first, second], enforceOrder: true))
  },
  AsyncProgram("three times, as expected", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    done.expectedFulfillmentCount = 3
    for _ in 0..<3 { DispatchQueue.global().async { done.fulfill() } }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("more often than expected, which is allowed", "completed") { journal in
    let done = XCTestExpectation(description: "done")
    done.assertForOverFulfill = false
    for _ in 0..<2 { done.fulfill() }
    journal.note(await fulfillment([done]))
  },
  AsyncProgram("two awaits, one after the other", "completed completed") { journal in
    for _ in 0..<2 {
      let done = XCTestExpectation(description: "done")
      DispatchQueue.global().async { done.fulfill() }
      journal.note(await fulfillment([done]))
    }
  },
  AsyncProgram("a continuation, a sleep, an actor and a child", "1 2 3 4") { journal in
    let one = await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(returning: 1) }
    }
    journal.note(one)
    try? await Task.sleep(nanoseconds: 20_000_000)
    journal.note(2)
    let counter = Counter()
    await counter.add(3)
    journal.note(await counter.value())
    async let four = 4
    journal.note(await four)
  },
]

private actor Counter {
  private var sum = 0
  func add(_ value: Int) async { sum += value }
  func value() async -> Int { sum }
}

private func fulfillment(
  _ expectations: [XCTestExpectation], timeout: TimeInterval = 1, enforceOrder: Bool = false
) async -> String {
  "\(await XCTWaiter().fulfillment(of: expectations, timeout: timeout, enforceOrder: enforceOrder))"
}
