// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// A small program that hangs or breaks a rule of Dispatch, or its twin, which does not.
public struct FaceProgram: Sendable {
  public enum Body: Sendable {
    /// Blocks the thread that calls it.
    case blocks(@Sendable () -> Void)
    /// Suspends the task that calls it.
    case suspends(@Sendable () async -> Void)
  }

  public let name: String
  /// The finding; nil = none.
  public let code: String?
  public let body: Body

  public static let all =
    queues + counters + waits + orders + causes + sections + mutexes + continuations + tasks

  public static func named(_ name: String) -> FaceProgram {
    guard let program = all.first(where: { $0.name == name }) else { fatalError("no program \(name)") }
    return program
  }

  /// From code that may block.
  public func runBlocking() {
    guard case .blocks(let body) = body else { fatalError("\(name) suspends") }
    body()
  }

  /// From code that may suspend.
  public func run() async {
    switch body {
    case .blocks(let body): body()
    case .suspends(let body): await body()
    }
  }

  public var isBlocking: Bool { if case .blocks = body { true } else { false } }
}

func pair(
  _ name: String, _ code: String, _ defect: @escaping @Sendable () -> Void,
  twin: @escaping @Sendable () -> Void
) -> [FaceProgram] {
  [
    FaceProgram(name: name, code: code, body: .blocks(defect)),
    FaceProgram(name: name + "Twin", code: nil, body: .blocks(twin)),
  ]
}

func asyncPair(
  _ name: String, _ code: String, _ defect: @escaping @Sendable () async -> Void,
  twin: @escaping @Sendable () async -> Void
) -> [FaceProgram] {
  [
    FaceProgram(name: name, code: code, body: .suspends(defect)),
    FaceProgram(name: name + "Twin", code: nil, body: .suspends(twin)),
  ]
}

/// A value behind a lock.
final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}

/// Nobody goes on before all are there: what follows happens in every schedule.
struct Meeting: Sendable {
  private let missing = DispatchGroup()

  init(of count: Int) { for _ in 0..<count { missing.enter() } }

  func attend(_ next: () -> Void) {
    missing.leave()
    missing.wait()
    next()
  }
}
