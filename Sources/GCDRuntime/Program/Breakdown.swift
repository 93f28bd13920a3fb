// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Why a process cannot continue with a schedule, although its program has done nothing wrong.
package enum Breakdown: Sendable, Codable, Equatable {
  /// A fault of gcdcheck's own.
  case internalError(String)
  /// The system gives no thread for one more task.
  case noThread(running: Int)
}
