// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The error that a body throws, where it is one of this kind; `#expect(throws:)` returns it from Swift 6.1
/// on.
func thrown<Failure: Error>(_ kind: Failure.Type, by body: () throws -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? Failure
  }
}
