// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost

/// A non-escaping `async` body that runs of other threads may call, and that abandoned runs may never
/// leave.
///
/// A block cannot be `async`, so the body is passed on as an escaping closure. Frames of abandoned runs
/// keep references to it forever; they are given back before the language checks that nothing escaped.
final class AsyncBody: @unchecked Sendable {
  // Called by one thread at a time: runs exclude each other, and their caller waits for them.
  private let function: () async throws -> Void

  private init(_ function: @escaping () async throws -> Void) { self.function = function }

  /// Lends `function` out as a synchronous body for the length of `use`.
  static func lend<Result>(
    _ function: () async throws -> Void, to use: (() throws -> Void) -> Result
  ) -> Result {
    withoutActuallyEscaping(function) { escapable in
      let context = unsafeBitCast(Stored(function: escapable), to: (code: UInt, context: UInt).self).context
      defer { gcdc_host_drop_surplus(UnsafeMutableRawPointer(bitPattern: context)) }
      return call(use, lending: escapable)
    }
  }

  /// A closure as it is: two words, code and context. As a generic value it would get a context of its own.
  private struct Stored {
    let function: () async throws -> Void
  }

  private static func call<Result>(
    _ use: (() throws -> Void) -> Result, lending function: @escaping () async throws -> Void
  ) -> Result {
    let body = AsyncBody(function)
    return use { try runOnce { try await body.function() } }
  }

  /// Calls `function` to its end.
  static func runOnce(_ function: @escaping @Sendable () async throws -> Void) throws {
    try BodyTask.run(function)
  }
}
#endif
