// Licensed under the Apache License, Version 2.0; see LICENSE.

extension PosixMutex {
  func section<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
