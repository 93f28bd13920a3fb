// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A `dispatch_once` token that is made anew in each schedule.
///
/// Swift hides the function from its own sources, and a `static let` can be run once per process only; so the
/// function is looked up by its name, which finds what every other caller in the process gets.
struct OnceToken {
  private typealias Function =
    @convention(c) (
      UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
    )
    -> Void

  /// Looked up before the first schedule, never inside one: a lazy global is a once of its own.
  private static let function: Function? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "dispatch_once_f") else { return nil }
    return unsafeBitCast(symbol, to: Function.self)
  }()

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Zero until the block has run; valid from `init` to `discard`.
  private let predicate: UnsafeMutablePointer<Int>

  /// Whether the platform has the function.
  static var isAvailable: Bool { function != nil }

  init() {
    predicate = .allocate(capacity: 1)
    predicate.initialize(to: 0)
  }

  /// Runs the block unless some block has run on this token; waits while one runs.
  func run(_ block: @escaping () -> Void) {
    let body = Unmanaged.passRetained(Body(block))
    Self.function?(predicate, body.toOpaque()) { context in
      if let context { Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().run() }
    }
    body.release()
  }

  /// Frees the token; no thread may wait on it any more.
  func discard() { predicate.deallocate() }
}
