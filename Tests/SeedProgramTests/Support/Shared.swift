// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// A value that blocks share; the programs decide whether they protect it.
final class Shared<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension Shared where Value == [String] {
  func note(_ text: String) { value.append(text) }
}

/// What a program checks while it runs; thrown out of the body it is GCD501.
struct Broken: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless the condition holds.
func require(_ condition: Bool, _ text: String = "the program's own check failed") throws {
  if !condition { throw Broken(text) }
}

/// Virtual nanoseconds of uptime.
func uptime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
