// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// The mechanism of a defect that a public package had, as a small program, and a twin that is sound.
public struct AsyncDefect: Sendable {
  public typealias Body = @Sendable () async throws -> Void

  public let name: String
  /// The finding.
  public let code: String
  public let body: Body
  public let twin: Body

  init(_ name: String, _ code: String, _ body: @escaping Body, twin: @escaping Body) {
    (self.name, self.code, self.body, self.twin) = (name, code, body, twin)
  }

  public static let all =
    locks + cancellation + continuations + actors + groups + timers + pool + streams + actorWaits
    + actorState + loops

  public static func named(_ name: String) -> AsyncDefect {
    guard let defect = all.first(where: { $0.name == name }) else { fatalError("no defect \(name)") }
    return defect
  }
}

/// A check of a program that has failed.
struct CheckFailed: Error, CustomStringConvertible {
  let description: String
}

func check(_ isRight: Bool, _ message: String) throws {
  if !isRight { throw CheckFailed(description: message) }
}

typealias Continuation = CheckedContinuation<Void, Never>

/// A value behind a lock.
final class Guarded<Value>: @unchecked Sendable {  // The lock guards it.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }

  func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    with { value in
      defer { value = nil }
      return value
    }
  }
}

/// Something that takes a while, elsewhere.
actor Store {
  private(set) var entries: [Int] = []
  func add(_ entry: Int) { entries.append(entry) }
}

/// What waits at it continues once it has been opened, cancelled or not.
actor Gate {
  private var isOpen = false
  private var waiting: [Continuation] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}
