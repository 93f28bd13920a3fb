// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a body throws when its program went wrong.
struct BrokenProgram: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func require(_ holds: Bool, _ sentence: String) throws {
  if !holds { throw BrokenProgram(sentence) }
}

func require(_ value: Int, is expected: Int) throws {
  if value != expected { throw BrokenProgram("\(value) instead of \(expected)") }
}

/// Collects what tasks find wrong, for the body to throw at its end.
// The programs run under control only: one task at a time.
final class Verdict: @unchecked Sendable {
  private var broken: String?

  func require(_ holds: Bool, _ sentence: String) {
    if !holds, broken == nil { broken = sentence }
  }

  func check() throws {
    if let broken { throw BrokenProgram(broken) }
  }
}
